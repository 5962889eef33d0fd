import { randomUUID } from "node:crypto";
import type { AuthenticatedResponse } from "@vestibule/contract/v1/recovery.schema.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { knownBrowserHashes, stopRemembering } from "../../accounts/known-browser.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { decoyPosition, verifyWithDecoy } from "../../accounts/password-check.adapter.ts";
import {
  checkPassword,
  loginDifficulties,
  signInByPassword,
  startPendingByPassword,
} from "../../accounts/password-sign-in.store.ts";
import { newPendingSignInId } from "../../accounts/pending-sign-in.store.ts";
import { readSignInFacts } from "../../accounts/sign-in.store.ts";
import { countWrongPassword } from "../../accounts/wrong-password.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { secondFactorReasonsOf } from "../../second-factor/second-factor-reasons.rule.ts";
import type { IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { isMalformed } from "./credentials.rule.ts";
import { secondFactorAsked } from "./second-factor-asked.rule.ts";
import { signalsOf } from "./sign-in-signals.rule.ts";
import type { SignInDeps } from "./sign-in-with-proof.ts";

export type ConfirmPasswordResult =
  | ({ kind: "signedIn" } & AuthenticatedResponse)
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
  const { clientIp, origin } = requestContext;
  const device = account && requestContext.trustedDevices?.get(account.id);
  const facts = await readSignInFacts(deps, {
    brandId,
    email,
    clientIp,
    decoyId: decoyPosition(counterKeys),
    counterKeys,
    browserHashes: device === undefined ? [] : knownBrowserHashes(deps.keys.secretHash, device),
  });
  const checked = await checkPassword(deps, {
    brandId,
    origin,
    clientIp,
    account,
    counterKeys,
    auditContext,
    password,
    verify: () => verifyWithDecoy(deps, { account, decoyHash: facts.decoyHash, password }),
  });
  if (checked.kind === "refused") return checked.refusal;
  const { rememberedBrowsers: doubted } = facts;
  const signals = signalsOf({ ...facts, password, counterKeys, isRemembered: doubted.length > 0 });
  const reasons = secondFactorReasonsOf(requestContext.brand, signals);
  const pending = newPendingSignInId(deps);
  return transact(deps.database, async (transaction): Promise<ConfirmPasswordResult> => {
    if (checked.kind === "wrong") {
      const after = await countWrongPassword(deps, transaction, checked.wrong);
      return after.kind === "open" ? { kind: "wrongSecret" } : loginDifficulties(after);
    }
    const { verified } = checked;
    const accountId = verified.account.id;
    if (reasons.length > 0) {
      const wrongCodeLimit = randomizeCodeThreshold(deps.random);
      const started = await startPendingByPassword(deps, transaction, {
        verified,
        pending: { idHash: pending.idHash, client: "app", replaces: [], device: {}, reasons, wrongCodeLimit },
      });
      if (started.kind === "changed") return { kind: "wrongSecret" };
      if (started.kind !== "secondFactorRequired") return started;
      if (doubted.length > 0) await stopRemembering(transaction, { accountId, idHashes: doubted });
      const asked = { accountId, journeyId: started.pendingId, reasons, device: {} };
      await deps.auditor.record(transaction, secondFactorAsked(requestContext, asked));
      return { kind: "secondFactorRequired", pendingSignIn: pending.id };
    }
    const signedIn = await signInByPassword(deps, transaction, verified);
    if (signedIn.kind === "changed") return { kind: "wrongSecret" };
    if (signedIn.kind === "signedIn")
      await deps.auditor.record(transaction, {
        event: "password.confirmed",
        result: "ok",
        brandId,
        accountId,
        actor: "person",
        auditContext,
      });
    return signedIn;
  });
}
