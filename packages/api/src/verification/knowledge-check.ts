import { roles } from "@vestibule/catalogue/account.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { fieldErrors } from "@vestibule/contract/fields/field-error.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkTelephone, normaliseTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import type { TypedFacts } from "@vestibule/contract/v1/link.schema.ts";
import type { AuditContext } from "../audit/auditor.port.ts";
import type { LimitedDeps } from "../deps.ts";
import { birthAndPostalErrors } from "../directory/personal-facts.rule.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import type { LimitCount, LimitWindow } from "../limits/limit.port.ts";
import type { Trx } from "../platform/database.table.ts";
import type { RoadblockLockout, VerificationRefusal } from "./identity-proof.port.ts";

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
  const errors: ReturnType<typeof birthAndPostalErrors> = {
    ...birthAndPostalErrors(at, { postalCode, dateOfBirth }),
    cellPhone: checkTelephone(cellPhone),
  };
  const fields = fieldErrors(Object.fromEntries(fieldsOfFact[fact].map((field) => [field, errors[field]])));
  return fields && { kind: "malformed", fields };
}

export interface FactAttempt {
  /** Result of `limitSubjectOf`. */
  identity: string;
  rows: readonly PolicyPerson[];
  fact: IdentityFact;
  typed: TypedFacts;
  /** The person's counts of the day, in `factWindows`. */
  count: LimitCount;
  /** Counts a wrong answer on the journey that asks; returns the new count. */
  countWrong: () => Promise<number>;
}

export type FactRefusal =
  | (VerificationRefusal & { fields: Record<string, string>; triesLeft: number })
  /** The journey has ended; `until`: when the person may try again, where one of the person's limits is reached. */
  | (RoadblockLockout & { reason: "wrongFacts" });

/** An attempt with the brand, account and journey that it is recorded under. */
export interface FactContext extends FactAttempt {
  brandId: string;
  accountId?: string;
  /** The journey that asks; too many wrong answers close it. */
  journey: { id: string; auditContext: AuditContext; close: () => Promise<void> };
}

const wrongMobileOfDay = (subject: string): LimitWindow => ({ limit: "wrongCellPhone", subject });

/** Where an attempt of a fact counts: on the person's day, and for a mobile number also on a count of those. */
export function factWindows({ identity, fact }: Pick<FactAttempt, "identity" | "fact">): LimitWindow[] {
  const ofDay: LimitWindow = { limit: "identityFactIdentity", subject: identity };
  return fact === "cellPhone" ? [ofDay, wrongMobileOfDay(identity)] : [ofDay];
}

/** Returns the refusal of a fact, recorded without its value, or undefined when it matches. */
export async function checkFact(
  { limits, auditor }: LimitedDeps<"auditor">,
  transaction: Trx,
  attempt: FactContext,
): Promise<FactRefusal | undefined> {
  const { brandId, accountId, journey } = attempt;
  const refusal = await verifyFact({ limits }, transaction, attempt);
  if (refusal === undefined) return undefined;
  if (refusal.kind === "lockedOut") await journey.close();
  await auditor.record(transaction, {
    ...factEvent(attempt, refusal),
    brandId,
    ...(accountId && { accountId }),
    journeyId: journey.id,
    actor: "person",
    auditContext: journey.auditContext,
  });
  return refusal;
}

export function factEvent({ fact }: Pick<FactAttempt, "fact">, { kind }: FactRefusal) {
  const result = kind === "lockedOut" ? "tooMany" : "wrong";
  return { event: "identity.refused", result, facts: { fact } } as const;
}

/**
 * Verifies a fact; a match is refunded. The third wrong answer ends the journey; three wrong mobile numbers lock this
 * method for a day in every journey.
 */
export async function verifyFact(
  { limits }: LimitedDeps<never>,
  transaction: Trx,
  { identity, rows, fact, typed, count, countWrong }: FactAttempt,
): Promise<FactRefusal | undefined> {
  const isMobile = fact === "cellPhone";
  const mobileEnd = async () => {
    const now = await limits.peek(transaction, wrongMobileOfDay(identity));
    return now.kind === "exceeded" ? now.until : undefined;
  };
  if (count.kind === "exceeded")
    return count.limits.includes("wrongCellPhone")
      ? lockedOut("wrong-cellphone", await mobileEnd())
      : lockedOut("login-difficulties", count.until);
  if (factMatches(rows, { fact, typed })) {
    await limits.refund(transaction, count);
    return undefined;
  }
  const left = limitRows.identityFactSession.limit - (await countWrong());
  if (count.reached.includes("wrongCellPhone")) return lockedOut("wrong-cellphone", await mobileEnd());
  if (left <= 0) return lockedOut(isMobile ? "wrong-cellphone" : "login-difficulties");
  return {
    kind: "refused",
    reason: "wrongFact",
    fields: Object.fromEntries(fieldsOfFact[fact].map((field) => [field, "wrong"])),
    triesLeft: Math.min(left, count.left),
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
