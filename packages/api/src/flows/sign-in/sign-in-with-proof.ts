import { type SignInSignalId, signInSignalIds } from "@vestibule/catalogue/sign-in-signal.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { signalsFact } from "@vestibule/contract/sign-in-signals.rule.ts";
import type { Account } from "../../accounts/account.store.ts";
import { knownBrowserHashes } from "../../accounts/known-browser.store.ts";
import { loginEligibility } from "../../accounts/login-eligibility.rule.ts";
import { notifyNewBrowser } from "../../accounts/notify-account.ts";
import { passByPasskey } from "../../accounts/pending-sign-in.store.ts";
import { recordSignIn, type SignInProof } from "../../accounts/sign-in.store.ts";
import type { FailedSignIns } from "../../accounts/sign-in-failure.store.ts";
import type { AuditContext, AuditEvent } from "../../audit/auditor.port.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { revokeCodes } from "../../verification/one-time-code.store.ts";
import type { Credentials } from "./credentials.rule.ts";

/** Of a sign-in whose proofs are complete. */
export type ProvenSignInResult =
  /** `device`: id of the browser for the account. */
  | { kind: "ok"; accountId: string; device: string; previousSignInAt: Date | null; failedSignIns?: FailedSignIns }
  | { kind: "lockedOut"; until: Date }
  | {
      kind: "invalidCredentials" | "malformed" | "lockedUntilReset" | "expired" | "frozen" | "disabled" | "unavailable";
    };

export type SignInDeps = LimitedDeps<
  "database" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log" | "metrics"
>;

type PersonEvent = Pick<AuditEvent, "brandId" | "actor" | "auditContext"> & { accountId: string };

interface ProvenSignIn {
  account: Account | undefined;
  brand: Pick<Brand, "features">;
  origin: string;
  session: Credentials["session"];
  /** The id of a browser that the account knows. */
  device: string | undefined;
  auditContext: AuditContext | undefined;
  /** What was unusual about the password's sign-in. */
  signals?: readonly SignInSignalId[];
}

/** Signs in with a proof; undefined when the proof is no longer valid. */
export async function signInWithProof(
  deps: SignInDeps,
  attempt: ProvenSignIn,
  proof: SignInProof,
): Promise<ProvenSignInResult | undefined> {
  const { account, brand, origin, auditContext, session, device = session.newDeviceId } = attempt;
  if (account === undefined) return { kind: "invalidCredentials" };
  const eligibility = loginEligibility(account);
  // An account that changed since it was read is refused like a wrong password.
  const refusal = eligibility === "ok" ? "invalidCredentials" : eligibility;
  const event = {
    brandId: account.brandId,
    accountId: account.id,
    actor: "person",
    ...(auditContext && { auditContext }),
  } as const;
  const how = proof.kind === "pending" ? "password" : proof.kind;
  const facts = { how, ...session.device };
  return transact(deps.database, async (transaction): Promise<ProvenSignInResult | undefined> => {
    const recorded = await recordSignIn(transaction, {
      browserHashes: knownBrowserHashes(deps.keys.secretHash, device),
      account,
      proof,
      session,
      isEligible: eligibility === "ok",
    });
    if (recorded === undefined) return undefined;
    const { previousSignInAt, failedSignIns, isNewBrowser } = recorded;
    if (previousSignInAt === undefined) {
      const result = refusal === "invalidCredentials" ? "bad" : refusal;
      await deps.auditor.record(transaction, { event: "sign-in.refused", result, ...event, facts });
      return { kind: refusal };
    }
    const isUnknownBrowser = isNewBrowser && previousSignInAt !== null;
    // A ticket follows a registration or a new password, which has a message already.
    if (isUnknownBrowser && proof.kind !== "ticket" && brand.features.newBrowserNotice)
      await notifyNewBrowser(deps, transaction, { account, origin, device: session.device });
    const completed = proof.kind === "passkey" ? await completePending(transaction, { ...proof, event }) : [];
    const signals = signInSignalIds.filter((id) =>
      id === "unknownBrowser" ? isUnknownBrowser : attempt.signals?.includes(id),
    );
    const signalFacts = { ...facts, ...(signals.length > 0 && { signals: signalsFact(signals) }) };
    const succeeded = { event: "sign-in.succeeded", result: "ok", ...event, facts: signalFacts } as const;
    await deps.auditor.record(transaction, succeeded, ...completed);
    const failures = failedSignIns.latestAt ? { failedSignIns } : {};
    return { kind: "ok", accountId: account.id, device, previousSignInAt, ...failures };
  });
}

/**
 * A passkey is both proofs, so it also completes the sign-in that waits for the second one in this browser. Returns its
 * audit event, if any.
 */
async function completePending(
  transaction: Trx,
  { pendingIdHashes, event }: { pendingIdHashes: readonly string[]; event: PersonEvent },
): Promise<AuditEvent[]> {
  const { accountId, auditContext } = event;
  const journeyId = await passByPasskey(transaction, { accountId, idHashes: pendingIdHashes });
  if (journeyId === undefined) return [];
  await revokeCodes(transaction, journeyId);
  const passed: AuditEvent = {
    ...event,
    event: "second-factor.passed",
    result: "ok",
    journeyId,
    ...(auditContext && { auditContext: { ...auditContext, journey: "secondFactor" } }),
    facts: { method: "passkey" },
  };
  return [passed];
}
