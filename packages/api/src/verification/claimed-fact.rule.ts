import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import type { AuditContext } from "../audit/auditor.port.ts";
import type { LimitedDeps } from "../deps.ts";
import { birthAndPostalFaults } from "../directory/personal-facts.rule.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import type { Trx } from "../platform/database.table.ts";
import { verifyFact } from "./fact-judging.rule.ts";
import { factMatches, type TypedFacts } from "./identity-fact.rule.ts";

const fieldsOfFact = {
  cellPhone: ["cellPhone"],
  postalCode: ["postalCode"],
  postalCodeAndDateOfBirth: ["postalCode", "dateOfBirth"],
} as const satisfies Record<IdentityFact, readonly (keyof TypedFacts)[]>;

/** `fields`: field name to error key. */
export type FactRefusal =
  | { kind: "wrongFact"; fields: Record<string, string>; triesLeft: number }
  /** The journey has ended; `until`: when this person may try again. */
  | { kind: "tooManyFacts"; roadblock: RaisedRoadblockId; until?: Date };

/** Checks the format of the requested fact and ignores the others. Malformed facts do not count as attempts. */
export function malformedFact(
  { fact, claimed }: { fact: IdentityFact; claimed: TypedFacts },
  at: { province: ProvinceId; now: Date },
): { kind: "malformed"; fields: Record<string, string> } | undefined {
  const { cellPhone = "", postalCode = "", dateOfBirth = "" } = claimed;
  const faults: ReturnType<typeof birthAndPostalFaults> = {
    ...birthAndPostalFaults(at, { postalCode, dateOfBirth }),
    cellPhone: checkTelephone(cellPhone),
  };
  const fields = fieldFaults(Object.fromEntries(fieldsOfFact[fact].map((field) => [field, faults[field]])));
  return fields && { kind: "malformed", fields };
}

export interface FactCheck {
  brandId: string;
  accountId?: string;
  /** From `identityOf`. */
  identity: string;
  /** All rows of the person in the policy directory. */
  rows: readonly PolicyPerson[];
  fact: IdentityFact;
  claimed: TypedFacts;
  /** The journey that asks. Wrong answers count on its row, and too many close it. */
  journey: { id: string; auditContext: AuditContext; countWrong: () => Promise<number>; close: () => Promise<void> };
}

/**
 * Verifies a fact against the person's rows; undefined when it matches. Records a refusal in the audit trail without
 * the value.
 */
export async function checkFact(
  { limits, auditor }: LimitedDeps<"auditor">,
  transaction: Trx,
  { brandId, accountId, identity, rows, fact, claimed, journey }: FactCheck,
): Promise<FactRefusal | undefined> {
  const matches = factMatches(rows, { fact, claimed });
  const { countWrong } = journey;
  const judgement = await verifyFact(transaction, { limits, identity, fact, matches, countWrong });
  if (judgement.kind === "right") return undefined;
  if (judgement.kind === "tooMany") await journey.close();
  await auditor.record(transaction, {
    event: "identity.refused",
    result: judgement.kind,
    brandId,
    ...(accountId && { accountId }),
    journeyId: journey.id,
    actor: "person",
    auditContext: journey.auditContext,
    facts: { fact },
  });
  if (judgement.kind === "tooMany") return { ...judgement, kind: "tooManyFacts" };
  const fields = Object.fromEntries(fieldsOfFact[fact].map((field) => [field, "wrong"]));
  return { kind: "wrongFact", fields, triesLeft: judgement.triesLeft };
}
