import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiParts } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { openedBy } from "./account-opening.rule.ts";
import { type CounterState, clearFailures, counterState } from "./sign-in-failure.store.ts";
import type { Account } from "./user-registry.port.ts";
import { counterOf } from "./wrong-password.rule.ts";

type Closed = { kind: "limit"; roadblock: RaisedRoadblockId; until?: Date };

export type PasswordEntry =
  | ({ kind: "signedIn" } & SignedIn)
  | Closed
  /** The insurer took the access away. */
  | { kind: "accessRemoved" }
  /** The account or its password is no longer the one that was verified. */
  | { kind: "changed" };

/** Lets somebody in whose password was right: noted like any sign-in, with a ticket that signs in once. */
export async function enterByPassword(
  parts: Pick<ApiParts, "users" | "random">,
  transaction: Trx,
  { account, counterKeys, freshHash }: { account: Account; counterKeys: readonly string[]; freshHash?: string },
): Promise<PasswordEntry> {
  if (!(await clearFailures(transaction, counterOf(parts, counterKeys))))
    return loginDifficulties(await counterState(transaction, counterKeys));
  const state = openedBy(account);
  if (state === "disabled") return { kind: "accessRemoved" };
  // A locked or temporary password: a new one is the way in.
  if (state !== "ok") return { kind: "limit", roadblock: "forgot-password" };
  const fresh = freshHash === undefined ? {} : { freshHash };
  const record = { accountId: account.id, verifiedHash: account.passwordHash, ...fresh };
  if ((await parts.users.recordSignIn(transaction, record)).kind === "changed") return { kind: "changed" };
  const ticket = await parts.users.issueTicket(transaction, { accountId: account.id });
  return { kind: "signedIn", email: account.emailTyped, ticket };
}

/** The end of the road while a name takes no passwords; `until` where that passes by itself. */
export function loginDifficulties(state: CounterState): Closed {
  const until = state.kind === "lockedForTime" ? { until: state.until } : {};
  return { kind: "limit", roadblock: "login-difficulties", ...until };
}
