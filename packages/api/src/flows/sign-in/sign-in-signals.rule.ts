import {
  failedTriesOfSignal,
  type SignInSignalId,
  signInSignalIds,
} from "@vestibule/catalogue/sign-in-signal.table.ts";
import type { SignInFacts } from "../../accounts/sign-in.store.ts";
import { isCommonPassword } from "../../passwords/common-password.rule.ts";
import { commonPasswords } from "../../passwords/common-passwords.adapter.ts";

interface RightPassword extends Pick<SignInFacts, "counters" | "isAfterReset" | "isDormant" | "hasManyAccounts"> {
  /** Absent: a ticket has followed it. */
  password?: string;
  isRemembered: boolean;
  /** Keys of the counter of wrong passwords that counts for this browser. */
  counterKeys: readonly string[];
}

/** What is unusual about a sign-in by a right password, or by the ticket that followed it. */
export function signalsOf(attempt: RightPassword): SignInSignalId[] {
  const { password, counterKeys, counters } = attempt;
  const isPresent: Record<SignInSignalId, boolean> = {
    unknownBrowser: !attempt.isRemembered,
    failedTries: counters.some(
      ({ key, consecutive }) => counterKeys.includes(key) && consecutive >= failedTriesOfSignal,
    ),
    afterReset: attempt.isAfterReset,
    dormant: attempt.isDormant,
    manyAccounts: attempt.hasManyAccounts,
    knownPassword: password !== undefined && isCommonPassword(password, commonPasswords()),
  };
  return signInSignalIds.filter((id) => isPresent[id]);
}
