import { randomUUID } from "node:crypto";
import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import type { Account } from "../../accounts/account-store.port.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { verifyPasswordOrDecoy } from "../../accounts/password-check.adapter.ts";
import { loginDifficulties, signInByPassword } from "../../accounts/password-sign-in.store.ts";
import { lockoutState } from "../../accounts/sign-in-failure.store.ts";
import { countWrongPassword, detectPasswordSpraying } from "../../accounts/wrong-password.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { isMalformed } from "./credentials.rule.ts";
import type { SignInDeps } from "./sign-in.ts";

export type ConfirmPasswordResult =
  | ({ kind: "signedIn" } & SignedIn)
  | { kind: "malformed"; fields: Record<string, string> }
  /** Not a valid id, or not one for a sign-in. */
  | { kind: "gone" }
  | { kind: "wrongSecret" }
  | { kind: "limit"; roadblock: RaisedRoadblockId; until?: Date }
  | { kind: "accessRemoved" }
  | { kind: "wait"; retryAfterSeconds: number };

/**
 * Verifies the password of an account found before, for clients without a gateway, and returns a ticket when it is
 * correct. Counts like any sign-in on the login name, known or unknown.
 */
export async function confirmPassword(
  deps: SignInDeps,
  requestContext: RequestContext,
  { id, body }: { id: string; body: { password: string } },
): Promise<ConfirmPasswordResult> {
  const brandId = requestContext.brand.id;
  const { password } = body;
  const handle = readOpaqueId(deps.keys.secretHash, { purpose: "signIn", brandId, text: id });
  if (handle?.email === undefined) return { kind: "gone" };
  const counterKeys = loginNameHashes(deps.keys.lookupHash, { brandId, email: handle.email });
  const flood = await deps.limits.consume(deps.database, { limit: "loginAddress", subject: requestContext.clientIp });
  if (flood.kind === "full") return { kind: "wait", retryAfterSeconds: flood.retryAfterSeconds };
  const secret = { kind: "password", password } as const;
  if (password === "" || isMalformed({ username: "", secret }))
    return { kind: "malformed", fields: { password: password === "" ? "required" : "format" } };
  const state = await lockoutState(deps.database, counterKeys);
  if (state.kind !== "open") return loginDifficulties(state);

  const accountId = handle.kind === "account" ? handle.accountId : randomUUID();
  const account = await deps.accountStore.findById(deps.database, accountId);
  const { kind, ...fresh } = await verifyPasswordOrDecoy(deps, {
    brandId,
    loginNameHashes: counterKeys,
    account,
    password,
    client: requestContext.clientIp,
  });
  if (account !== undefined && kind === "right")
    return transact(deps.database, (transaction) =>
      open(deps, transaction, { requestContext, account, counterKeys, ...fresh }),
    );
  const auditContext = createAuditContext("signIn", requestContext);
  const wrong = { brandId, origin: requestContext.origin, account, counterKeys, auditContext };
  const after = await transact(deps.database, (transaction) => countWrongPassword(deps, transaction, wrong));
  await detectPasswordSpraying(deps);
  return after.kind === "open" ? { kind: "wrongSecret" } : loginDifficulties(after);
}

async function open(
  deps: SignInDeps,
  transaction: Trx,
  entry: { requestContext: RequestContext; account: Account; counterKeys: readonly string[]; upgradedHash?: string },
): Promise<ConfirmPasswordResult> {
  const entered = await signInByPassword(deps, transaction, entry);
  if (entered.kind === "changed") return { kind: "wrongSecret" };
  if (entered.kind === "signedIn")
    await deps.auditor.record(transaction, {
      event: "password.confirmed",
      result: "ok",
      brandId: entry.account.brandId,
      accountId: entry.account.id,
      actor: "person",
      auditContext: createAuditContext("signIn", entry.requestContext),
    });
  return entered;
}
