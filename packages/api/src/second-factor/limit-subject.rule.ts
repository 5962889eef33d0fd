import type { Account } from "../accounts/account.store.ts";
import type { LimitWindow } from "../limits/limit.port.ts";

/** Every subject of the limits on an account's second proof. */
export const secondFactorSubjects = ({ id }: Pick<Account, "id">): [string, string] => [id, `${id} new password`];

/**
 * The subject of the limits on an account's second proof. For a day a new password has its own: who used up the limits
 * with a stolen one does not keep the owner out. It is one for the day, however often the password is changed.
 */
export function secondFactorSubject(account: Pick<Account, "id" | "hasNewPassword">): string {
  const [ordinary, ofNewPassword] = secondFactorSubjects(account);
  return account.hasNewPassword ? ofNewPassword : ordinary;
}

/** The day's wrong codes of an account, over all methods and sign-ins. */
export function wrongSecondFactorsOf(account: Pick<Account, "id" | "hasNewPassword">): LimitWindow {
  return { limit: "secondFactorWrongCode", subject: secondFactorSubject(account) };
}
