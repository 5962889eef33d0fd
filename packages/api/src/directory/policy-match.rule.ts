import { type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import type { LicenceProvince } from "@vestibule/catalogue/province.table.ts";
import { foldName, personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import type { PolicyPerson } from "./policy-directory.port.ts";

export interface PersonDetails {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  /** Format A9A9A9. */
  postalCode: string;
  /** Absent when not asked: any role matches, the policyholder's first. */
  role?: RoleCode;
}

export interface LicenceDetails {
  number: string;
  province: LicenceProvince;
}

/** The fact that did not match, for the audit trail; the response is the same for all of them. */
export type Mismatch = "policy" | "role" | "name" | "dateOfBirth" | "postalCode";

/**
 * Whether a person on the policy matches all typed facts. Smart registry rows take precedence over legacy ones.
 * `isOtherRole`: every fact matches except the role.
 */
export function matchPolicy(
  rows: readonly PolicyPerson[],
  typed: PersonDetails,
): { kind: "match"; row: PolicyPerson } | { kind: "noMatch"; mismatch: Mismatch; isOtherRole?: true } {
  const key = personKey(typed);
  const samePerson = rows.filter((row) => row.personKey === key);
  const sameRole = samePerson.filter((row) => typed.role === undefined || row.role === typed.role);
  // A postal code that is not on file never matches.
  const matches = sameRole.filter((row) => row.postalCode === typed.postalCode);
  const asPolicyholder = matches.filter((match) => match.role === roles.policyHolder);
  const candidates = asPolicyholder.length > 0 ? asPolicyholder : matches;
  const row = candidates.find((match) => match.registry === "smart") ?? candidates[0];
  if (row) return { kind: "match", row };
  if (rows.length === 0) return { kind: "noMatch", mismatch: "policy" };
  if (sameRole.length > 0) return { kind: "noMatch", mismatch: "postalCode" };
  if (samePerson.length > 0) {
    const isOtherRole = samePerson.some((other) => other.postalCode === typed.postalCode);
    return { kind: "noMatch", mismatch: "role", ...(isOtherRole && { isOtherRole }) };
  }
  return { kind: "noMatch", mismatch: rows.some((other) => sameName(other, typed)) ? "dateOfBirth" : "name" };
}

function sameName(row: PolicyPerson, typed: PersonDetails): boolean {
  return foldName(row.firstName) === foldName(typed.firstName) && foldName(row.lastName) === foldName(typed.lastName);
}

/** Whether a given licence differs from the one on file; false when either is missing. */
export function hasLicenceMismatch(row: PolicyPerson, typed: LicenceDetails | undefined): boolean {
  if (typed === undefined || row.licenceNumber === null) return false;
  const sameProvince = row.licenceProvince === null || row.licenceProvince === typed.province;
  return row.licenceNumber !== typed.number || !sameProvince;
}

/**
 * Verifies a driver known only by e-mail: date of birth, postal code, and the licence when one is on file. Returns the
 * fact that differs, or undefined.
 */
export function driverMismatch(
  row: PolicyPerson,
  typed: { dateOfBirth: string; postalCode: string; licence: LicenceDetails | undefined },
): "dateOfBirth" | "postalCode" | "licence" | undefined {
  if (row.dateOfBirth !== typed.dateOfBirth) return "dateOfBirth";
  if (row.postalCode !== typed.postalCode) return "postalCode";
  return hasLicenceMismatch(row, typed.licence) ? "licence" : undefined;
}
