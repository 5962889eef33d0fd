import { signInSignalIds } from "@vestibule/catalogue/sign-in-signal.table.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { trustedDeviceOf } from "../../accounts/known-browser.store.ts";
import { findPendingSignIn, type PendingSignIn } from "../../accounts/pending-sign-in.store.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { Credentials } from "./credentials.rule.ts";
import { type ProvenSignInResult, type SignInDeps, signInWithProof } from "./sign-in-with-proof.ts";

export interface ProvenPending extends Pick<Credentials, "brand" | "origin" | "devices" | "session" | "locale"> {
  /** Hashes of the browser's pending sign-in. */
  pendingIdHashes: readonly string[];
}

export type CompletionResult =
  | { result: ProvenSignInResult; pending: PendingSignIn }
  /** No pending sign-in of this browser and brand, or one that still waits for the second proof or has ended. */
  | undefined;

/** Opens the session of a pending sign-in whose second proof was given. */
export async function completeSignIn(deps: SignInDeps, completion: ProvenPending): Promise<CompletionResult> {
  const { brand, origin, pendingIdHashes, devices, session, locale } = completion;
  const pending = await findPendingSignIn(deps.database, { idHashes: pendingIdHashes, brandId: brand.id });
  if (pending?.provenMethod == null || pending.ended !== undefined) return undefined;
  const account = await findAccountById(deps.database, pending.accountId);
  const device = await trustedDeviceOf(deps, deps.database, { accountId: pending.accountId, devices });
  const { rememberDays } = brand.secondFactor;
  const proof = { kind: "pending", pendingIdHashes, rememberDays } as const;
  const auditContext = createAuditContext("signIn", locale);
  const signals = signInSignalIds.filter((id) => pending.reasons.includes(id));
  const entry = { account, brand, origin, session, device, auditContext, signals };
  const result = await signInWithProof(deps, entry, proof);
  return result && { result, pending };
}
