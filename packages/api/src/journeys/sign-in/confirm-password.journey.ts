import { randomUUID } from "node:crypto";
import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { openAccountHandle } from "../../capabilities/accounts/account-handle.rule.ts";
import { enterByPassword, loginDifficulties } from "../../capabilities/accounts/password-entry.rule.ts";
import { weighPassword } from "../../capabilities/accounts/password-verdict.rule.ts";
import { counterState } from "../../capabilities/accounts/sign-in-failure.store.ts";
import { nameKeys } from "../../capabilities/accounts/sign-in-name.rule.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { countWrongPassword, watchForSpraying } from "../../capabilities/accounts/wrong-password.rule.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { isMalformed } from "./credentials.rule.ts";
import type { SignInParts } from "./sign-in.journey.ts";

export type ConfirmPasswordEnding =
  | ({ kind: "signedIn" } & SignedIn)
  | { kind: "malformed"; fields: Record<string, string> }
  /** No id of ours, or not one for a sign-in. */
  | { kind: "gone" }
  | { kind: "wrongSecret" }
  | { kind: "limit"; roadblock: RaisedRoadblockId; until?: Date }
  | { kind: "accessRemoved" }
  | { kind: "wait"; retryAfterSeconds: number };

/**
 * The password of an account that was found before, for clients that show no gateway: a ticket where it is right.
 * Counted like any sign-in, on the name that was asked for, whether an account has it or nobody.
 */
export async function confirmPassword(
  parts: SignInParts,
  visit: Visit,
  { id, body }: { id: string; body: { password: string } },
): Promise<ConfirmPasswordEnding> {
  const brandId = visit.brand.id;
  const { password } = body;
  const handle = openAccountHandle(parts.keys.secretHash, { purpose: "sign-in", brandId, text: id });
  if (handle?.email === undefined) return { kind: "gone" };
  const counterKeys = nameKeys(parts.keys.lookupHash, { brandId, email: handle.email });
  const flood = await parts.limits.take(parts.database, { limit: "loginAddress", subject: visit.address });
  if (flood.kind === "full") return { kind: "wait", retryAfterSeconds: flood.retryAfterSeconds };
  const secret = { kind: "password", password } as const;
  if (password === "" || isMalformed({ username: "", secret }))
    return { kind: "malformed", fields: { password: password === "" ? "required" : "format" } };
  const state = await counterState(parts.database, counterKeys);
  if (state.kind !== "open") return loginDifficulties(state);

  const accountId = handle.kind === "account" ? handle.accountId : randomUUID();
  const account = await parts.users.findById(parts.database, accountId);
  const { kind, ...fresh } = await weighPassword(parts, {
    brandId,
    nameKeys: counterKeys,
    account,
    password,
    client: visit.address,
  });
  if (account !== undefined && kind === "right")
    return transact(parts.database, (transaction) =>
      open(parts, transaction, { visit, account, counterKeys, ...fresh }),
    );
  const lived = livedIn("signIn", visit);
  const wrong = { brandId, origin: visit.origin, account, counterKeys, lived };
  const after = await transact(parts.database, (transaction) => countWrongPassword(parts, transaction, wrong));
  await watchForSpraying(parts);
  return after.kind === "open" ? { kind: "wrongSecret" } : loginDifficulties(after);
}

async function open(
  parts: SignInParts,
  transaction: Trx,
  entry: { visit: Visit; account: Account; counterKeys: readonly string[]; freshHash?: string },
): Promise<ConfirmPasswordEnding> {
  const entered = await enterByPassword(parts, transaction, entry);
  if (entered.kind === "changed") return { kind: "wrongSecret" };
  if (entered.kind === "signedIn")
    await parts.auditor.record(transaction, {
      event: "password.confirmed",
      result: "ok",
      brandId: entry.account.brandId,
      accountId: entry.account.id,
      actor: "person",
      lived: livedIn("signIn", entry.visit),
    });
  return entered;
}
