import { type BrandFault, printFaults } from "@vestibule/contract/brand/brand-fault.ts";
import type { OperatorText } from "@vestibule/wording/operator-text.rule.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";

/** A fault of a file for operators: in English as the commands print it. */
export function describeBrandFault(fault: BrandFault): OperatorText {
  const { file, location, code, values } = fault;
  const place = [file, location].filter(Boolean).join(":");
  return { en: printFaults([fault]), fr: `${place}\u00a0: ${t(sentence(`brandFault:${code}`, "fr"), "fr", values)}` };
}
