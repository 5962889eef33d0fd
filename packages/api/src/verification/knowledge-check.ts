import { roles } from "@vestibule/catalogue/account.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkTelephone, normaliseTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import type { AuditContext } from "../audit/auditor.port.ts";
import type { LimitedDeps } from "../deps.ts";
import { birthAndPostalFaults } from "../directory/personal-facts.rule.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import type { LimitWindow } from "../limits/limit.port.ts";
import type { Trx } from "../platform/database.table.ts";
import type { RoadblockLockout, VerificationRefusal } from "./identity-proof.port.ts";

/** Identity facts exactly as typed. */
export interface TypedFacts {
  postalCode?: string | undefined;
  dateOfBirth?: string | undefined;
  cellPhone?: string | undefined;
}

const fieldsOfFact = {
  cellPhone: ["cellPhone"],
  postalCode: ["postalCode"],
  postalCodeAndDateOfBirth: ["postalCode", "dateOfBirth"],
} as const satisfies Record<IdentityFact, readonly (keyof TypedFacts)[]>;

/** Drivers who hold no policy are asked for the mobile number on file. */
function isAskedForMobile(rows: readonly PolicyPerson[]): boolean {
  const holdsPolicy = rows.some(({ role }) => role === roles.policyHolder);
  return !holdsPolicy && rows.some(({ cellPhone }) => cellPhone !== null);
}

/** The fact asked for at a password reset. */
export function factAtReset(rows: readonly PolicyPerson[]): IdentityFact {
  return isAskedForMobile(rows) && rows.some(({ ubi }) => ubi) ? "cellPhone" : "postalCode";
}

/** The fact asked for when an account is created or linked from an e-mail. */
export function factAtCreation(rows: readonly PolicyPerson[]): IdentityFact {
  return isAskedForMobile(rows) ? "cellPhone" : "postalCodeAndDateOfBirth";
}

/** Checks the format of the requested fact and ignores the others. Malformed facts do not count as attempts. */
export function malformedFact(
  { fact, typed }: { fact: IdentityFact; typed: TypedFacts },
  at: { province: ProvinceId; now: Date },
): { kind: "malformed"; fields: Record<string, string> } | undefined {
  const { cellPhone = "", postalCode = "", dateOfBirth = "" } = typed;
  const faults: ReturnType<typeof birthAndPostalFaults> = {
    ...birthAndPostalFaults(at, { postalCode, dateOfBirth }),
    cellPhone: checkTelephone(cellPhone),
  };
  const fields = fieldFaults(Object.fromEntries(fieldsOfFact[fact].map((field) => [field, faults[field]])));
  return fields && { kind: "malformed", fields };
}

export interface FactAttempt {
  brandId: string;
  accountId?: string;
  /** From `identityOf`. */
  identity: string;
  /** All rows of the person in the policy directory. */
  rows: readonly PolicyPerson[];
  fact: IdentityFact;
  typed: TypedFacts;
  /** The journey that asks. Wrong answers count on its row, and too many close it. */
  journey: { id: string; auditContext: AuditContext; countWrong: () => Promise<number>; close: () => Promise<void> };
}

export type FactRefusal =
  | (VerificationRefusal & { fields: Record<string, string>; triesLeft: number })
  /** The journey has ended; `until`: when this person may try again, where a limit of theirs is reached. */
  | (RoadblockLockout & { reason: "wrongFacts" });

/**
 * Verifies a fact against the person's rows; undefined when it matches. Records a refusal in the audit trail without
 * the value.
 */
export async function checkFact(
  { limits, auditor }: LimitedDeps<"auditor">,
  transaction: Trx,
  attempt: FactAttempt,
): Promise<FactRefusal | undefined> {
  const { brandId, accountId, fact, journey } = attempt;
  const refusal = await refuseFact({ limits }, transaction, attempt);
  if (refusal === undefined) return undefined;
  const isOver = refusal.kind === "lockedOut";
  if (isOver) await journey.close();
  await auditor.record(transaction, {
    event: "identity.refused",
    result: isOver ? "tooMany" : "wrong",
    brandId,
    ...(accountId && { accountId }),
    journeyId: journey.id,
    actor: "person",
    auditContext: journey.auditContext,
    facts: { fact },
  });
  return refusal;
}

/**
 * The person's daily count is consumed first and refunded for a match. The third wrong answer ends the journey; three
 * wrong mobile numbers lock this method for a day in every journey.
 */
async function refuseFact(
  { limits }: LimitedDeps<never>,
  transaction: Trx,
  { identity: subject, rows, fact, typed, journey }: FactAttempt,
): Promise<FactRefusal | undefined> {
  const isMobile = fact === "cellPhone";
  const wrongMobile: LimitWindow = { limit: "wrongCellPhone", subject };
  const day = await limits.consume(transaction, { limit: "identityFactIdentity", subject });
  const closed = isMobile ? await limits.peek(transaction, wrongMobile) : undefined;
  if (closed?.kind === "full") {
    if (day.kind === "taken") await limits.refund(transaction, day);
    return lockedOut("wrong-cellphone", closed.until);
  }
  if (day.kind === "full") return lockedOut("login-difficulties", day.until);
  if (factMatches(rows, { fact, typed })) {
    await limits.refund(transaction, day);
    return undefined;
  }
  const left = limitRows.identityFactSession.limit - (await journey.countWrong());
  const mobile = isMobile ? await limits.consume(transaction, wrongMobile) : undefined;
  const now = mobile && (await limits.peek(transaction, wrongMobile));
  if (now?.kind === "full") return lockedOut("wrong-cellphone", now.until);
  if (left <= 0) return lockedOut(isMobile ? "wrong-cellphone" : "login-difficulties");
  const leftForMobile = mobile === undefined ? left : mobile.kind === "taken" ? mobile.left : 1;
  return {
    kind: "refused",
    reason: "wrongFact",
    fields: Object.fromEntries(fieldsOfFact[fact].map((field) => [field, "wrong"])),
    triesLeft: Math.min(left, day.left, leftForMobile),
  };
}

function lockedOut(roadblock: RoadblockLockout["roadblock"], until?: Date): FactRefusal {
  return { kind: "lockedOut", reason: "wrongFacts", roadblock, ...(until && { until }) };
}

/** Whether the facts match any row of the person. A fact that is not on file never matches. */
export function factMatches(
  rows: readonly PolicyPerson[],
  { fact, typed }: { fact: IdentityFact; typed: TypedFacts },
): boolean {
  if (fact === "cellPhone") {
    const number = normaliseTelephone(typed.cellPhone ?? "");
    return rows.some(({ cellPhone }) => cellPhone !== null && cellPhone === number);
  }
  const code = normalisePostalCode(typed.postalCode ?? "");
  const isHome = rows.some(({ postalCode }) => postalCode !== null && postalCode === code);
  if (fact === "postalCode") return isHome;
  return isHome && rows.some(({ dateOfBirth }) => dateOfBirth === typed.dateOfBirth);
}
