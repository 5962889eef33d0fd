import { timingSafeEqual } from "node:crypto";
import { earlierPersonKey, personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { normalisePin } from "@vestibule/contract/fields/security-code.rule.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

/** The person of a PIN is part of its hash, so that equal PINs have different hashes. */
export type PinHolder = Pick<PolicyPerson, "company" | "policyNumber" | "firstName" | "lastName" | "dateOfBirth">;

/**
 * Keyed hashes of a PIN, newest key first, then those of the names as an earlier version folded them; the first is the
 * one to store. Keyed because eight characters can be
 * brute-forced, and fast because an import has many.
 */
export function pinHashes(question: { pin: string; holder: PinHolder; keys: KeyRing }): string[] {
  const { company, policyNumber } = question.holder;
  const people = [...new Set([personKey(question.holder), earlierPersonKey(question.holder)])];
  const pin = normalisePin(question.pin);
  return people.flatMap((person) => keyedHashes(question.keys, ["pin", company, policyNumber, person, pin]));
}

/**
 * Whether a PIN was issued to this person, is unused, and matches under any active key. Case, spaces and dashes are
 * ignored.
 */
export function ownPinMatches(question: {
  pin: string;
  person: PinHolder & Pick<PolicyPerson, "pinHash" | "pinSpent">;
  keys: KeyRing;
}): boolean {
  const { pin, person, keys } = question;
  if (person.pinHash === null || person.pinSpent) return false;
  const expected = Buffer.from(person.pinHash);
  return pinHashes({ pin, holder: person, keys }).some((hash) => {
    const actual = Buffer.from(hash);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}
