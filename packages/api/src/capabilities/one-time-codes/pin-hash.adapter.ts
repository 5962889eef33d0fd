import { timingSafeEqual } from "node:crypto";
import { normalisePin } from "@vestibule/contract/fields/security-code.rule.ts";
import { keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

/** The person on a policy whom a PIN was issued to: the same PIN of two people has two hashes. */
export interface PinHolder {
  company: string;
  policyNumber: string;
  personKey: string;
}

/**
 * A PIN as the book keeps it: keyed, since eight characters could be tried out, and quick, since a book has many.
 * One hash per key, the newest first; the first is the one to keep.
 */
export function pinHashes(question: { pin: string; holder: PinHolder; keys: KeyRing }): string[] {
  const { company, policyNumber, personKey } = question.holder;
  return keyedHashes(question.keys, ["pin", company, policyNumber, personKey, normalisePin(question.pin)]);
}

/** Whether a PIN is the one that was issued, under any key that still verifies. Case, spaces and dashes do not count. */
export function pinMatches(question: { pin: string; holder: PinHolder; pinHash: string; keys: KeyRing }): boolean {
  const kept = Buffer.from(question.pinHash);
  return pinHashes(question).some((hash) => {
    const given = Buffer.from(hash);
    return given.length === kept.length && timingSafeEqual(given, kept);
  });
}

/** Whether a PIN is the person's own: one was issued to them, nobody has used it, and it matches. */
export function ownPinMatches(question: {
  pin: string;
  person: PinHolder & { pinHash: string | null; pinSpent: boolean };
  keys: KeyRing;
}): boolean {
  const { pin, person, keys } = question;
  return (
    person.pinHash !== null && !person.pinSpent && pinMatches({ pin, holder: person, pinHash: person.pinHash, keys })
  );
}
