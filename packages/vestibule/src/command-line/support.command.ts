import { viewSupportCase } from "@vestibule/api/flows/support/view-support-case.ts";
import { limitStore } from "@vestibule/api/limits/limit.store.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { openBrands } from "../serve/open-brands.ts";
import { supportReport } from "../support/support-report.rule.ts";
import { type CommandResult, checkedSettings, refusal } from "./command-io.ts";
import { withPeople } from "./with-people.ts";

/** `vestibule support CODE`: prints the support case of a reference. The access is recorded in the audit trail. */
export async function supportCommand({ code, language }: { code: string; language: Language }): Promise<CommandResult> {
  const settings = checkedSettings();
  const { clientIpLimitFactor } = settings;
  const log = jsonLog({ level: settings.logLevel });
  const result = await withPeople(settings, await openBrands(settings), ({ actor, ...tools }) => {
    const limits = limitStore({ ...tools, log, clientIpLimitFactor });
    return viewSupportCase({ ...tools, limits }, { code, actor, role: "act" });
  });
  if (result.kind === "viewed") return { text: supportReport(result.response, language), data: result.response };
  const text =
    result.kind === "misread"
      ? "This is not a reference: a digit was misheard or mistyped."
      : "There is no such reference. References are kept for seven days.";
  return refusal(text, result.kind);
}
