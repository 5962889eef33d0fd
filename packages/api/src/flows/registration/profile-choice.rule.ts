import { maskPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { isSameOnPolicy } from "../../identity/person.rule.ts";
import type { AttemptState } from "./attempt-state.schema.ts";

export type EmailFinding =
  | { kind: "none" }
  | { kind: "one"; row: PolicyPerson }
  /** As shown before verification: only line of business, year and masked number. */
  | { kind: "several"; choices: Omit<NonNullable<AttemptState["profiles"]>[number], "id">[] }
  /** Several profiles that look the same when masked. */
  | { kind: "alike" };

/** Classifies what an e-mail leads to. Rows of the same person and policy are one choice. */
export function classifyProfiles(rows: readonly PolicyPerson[]): EmailFinding {
  const distinct = rows.filter((row, index) => !rows.slice(0, index).some((other) => isSameChoice(other, row)));
  const [first, ...others] = distinct;
  if (first === undefined) return { kind: "none" };
  if (others.length === 0) return { kind: "one", row: first };
  const choices = [first, ...others].map((row) => ({
    rowId: row.id,
    line: row.line,
    year: row.year,
    maskedPolicyNumber: maskPolicyNumber(row.policyNumber),
  }));
  const looks = new Set(choices.map(({ line, year, maskedPolicyNumber }) => `${line}|${year}|${maskedPolicyNumber}`));
  return looks.size === choices.length ? { kind: "several", choices } : { kind: "alike" };
}

function isSameChoice(left: PolicyPerson, right: PolicyPerson): boolean {
  const isOnOnePolicy = left.company === right.company && left.policyNumber === right.policyNumber;
  return isOnOnePolicy && isSameOnPolicy(left, right);
}
