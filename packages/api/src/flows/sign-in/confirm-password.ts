import { randomUUID } from "node:crypto";
import type { SecondFactorReason } from "@vestibule/catalogue/second-factor.table.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { isBrowserRemembered, knownBrowserHashes } from "../../accounts/known-browser.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { verifyPasswordOrDecoy } from "../../accounts/password-check.adapter.ts";
import { checkPassword, loginDifficulties } from "../../accounts/password-sign-in.store.ts";
import { newPendingSignInId } from "../../accounts/pending-sign-in.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { secondFactorReasonsOf } from "../../second-factor/second-factor-reasons.rule.ts";
import type { IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { isMalformed } from "./credentials.rule.ts";
import { secondFactorAsked } from "./second-factor-asked.rule.ts";
import type { SignInDeps } from "./sign-in.ts";

export type ConfirmPasswordResult =
  | ({ kind: "signedIn" } & SignedIn)
  /** The password was right; `pendingSignIn` is the id of the sign-in that waits for the second proof. */
  | { kind: "secondFactorRequired"; pendingSignIn: string }
  /** `notFound`: the id is invalid or not one for a sign-in. */
  | Extract<
      IdentityProofRefusal,
      { kind: "malformed" | "notFound" | "wrongSecret" | "limit" | "accessRemoved" | "wait" }
    >;

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
  if (handle?.email === undefined) return { kind: "notFound" };
  const flood = await deps.limits.consume(deps.database, { limit: "loginClientIp", subject: requestContext.clientIp });
  if (flood.kind === "exceeded") return retryLater(flood);
  const secret = { kind: "password", password } as const;
  if (password === "" || isMalformed({ username: "", secret }))
    return { kind: "malformed", fields: { password: password === "" ? "required" : "format" } };
  const account = await findAccountById(deps.database, handle.id ?? randomUUID());
  // The e-mail of the account may have changed since the id was issued.
  const email = account?.email ?? handle.email;
  const counterKeys = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  const auditContext = createAuditContext("signIn", requestContext);
  const checked = await checkPassword(deps, {
    brandId,
    origin: requestContext.origin,
    account,
    counterKeys,
    auditContext,
    verify: () => verifyPasswordOrDecoy(deps, { brandId, loginNameHashes: counterKeys, account, password }),
  });
  if (checked.kind === "refused") return checked.refusal;
  const reasons = await findReasons(deps, requestContext, account?.id);
  const pending = newPendingSignInId(deps);
  return transact(deps.database, async (transaction): Promise<ConfirmPasswordResult> => {
    if (checked.kind === "wrong") {
      const after = await checked.count(transaction);
      return after.kind === "open" ? { kind: "wrongSecret" } : loginDifficulties(after);
    }
    const wrongCodeLimit = randomizeCodeThreshold(deps.random);
    const waiting = {
      idHash: pending.idHash,
      client: "app",
      replaces: [],
      device: {},
      reasons,
      wrongCodeLimit,
    } as const;
    const entered = await (reasons.length > 0
      ? checked.startPending(transaction, waiting)
      : checked.signIn(transaction));
    if (entered.kind === "changed") return { kind: "wrongSecret" };
    if (entered.kind === "secondFactorRequired") {
      const { device } = waiting;
      const ids = { ...(account && { accountId: account.id }), journeyId: entered.pendingId };
      await deps.auditor.record(transaction, secondFactorAsked(requestContext, { ...ids, reasons, device }));
      return { kind: "secondFactorRequired", pendingSignIn: pending.id };
    }
    if (entered.kind === "signedIn")
      await deps.auditor.record(transaction, {
        event: "password.confirmed",
        result: "ok",
        brandId,
        ...(account && { accountId: account.id }),
        actor: "person",
        auditContext,
      });
    return entered;
  });
}

/** Why this client must give a second proof; empty where the password is enough. */
async function findReasons(
  { keys, database }: SignInDeps,
  { brand, trustedDevices }: RequestContext,
  accountId: string | undefined,
): Promise<SecondFactorReason[]> {
  const device = accountId === undefined ? undefined : trustedDevices?.get(accountId);
  const isRemembered =
    accountId !== undefined &&
    device !== undefined &&
    (await isBrowserRemembered(database, { accountId, idHashes: knownBrowserHashes(keys.secretHash, device) }));
  return secondFactorReasonsOf(brand, isRemembered ? [] : ["unknownBrowser"]);
}
