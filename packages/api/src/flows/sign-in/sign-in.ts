import type { SecondFactorReason } from "@vestibule/catalogue/second-factor.table.ts";
import { type SignInSignalId, signInSignalIds } from "@vestibule/catalogue/sign-in-signal.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { signalsFact } from "@vestibule/contract/sign-in-signals.rule.ts";
import { knownBrowserHashes } from "../../accounts/known-browser.store.ts";
import { loginEligibility } from "../../accounts/login-eligibility.rule.ts";
import { counterKeys, loginNameHashes } from "../../accounts/login-name.rule.ts";
import { notifyNewBrowser } from "../../accounts/notify-account.ts";
import { decoyPosition, verifyWithDecoy } from "../../accounts/password-check.adapter.ts";
import { passByPasskey } from "../../accounts/pending-sign-in.store.ts";
import {
  type PendingToRecord,
  readSignInFacts,
  recordPendingSignIn,
  recordSignIn,
  type SignInFacts,
  type SignInProof,
} from "../../accounts/sign-in.store.ts";
import { type FailedSignIns, type LockoutState, lockoutState } from "../../accounts/sign-in-failure.store.ts";
import { provesTwoFactors, ticketHashes } from "../../accounts/sign-in-ticket.store.ts";
import { counterOf, countWrongPassword, detectPasswordSpraying } from "../../accounts/wrong-password.store.ts";
import { type AuditContext, type AuditEvent, createAuditContext } from "../../audit/auditor.port.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countByClientIp } from "../../puzzles/count-by-client-ip.ts";
import { secondFactorReasonsOf } from "../../second-factor/second-factor-reasons.rule.ts";
import { randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { revokeCodes } from "../../verification/one-time-code.store.ts";
import { type Credentials, isMalformed, loginNameOf } from "./credentials.rule.ts";
import { secondFactorAsked } from "./second-factor-asked.rule.ts";
import { signalsOf } from "./sign-in-signals.rule.ts";
import { hasOwnShare, isRemembered, knownDevice } from "./trusted-device.ts";

export type SignInResult =
  | EntryResult
  /** The password was right; the pending sign-in waits for the second proof. */
  | { kind: "secondFactorRequired" };

/** Of a sign-in whose proofs are complete. */
export type EntryResult =
  /** `device`: id of the browser for the account. */
  | { kind: "ok"; accountId: string; device: string; previousSignInAt: Date | null; failedSignIns?: FailedSignIns }
  | { kind: "lockedOut"; until: Date }
  | {
      kind: "invalidCredentials" | "malformed" | "lockedUntilReset" | "expired" | "frozen" | "disabled" | "unavailable";
    };

export type SignInDeps = LimitedDeps<
  "database" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log" | "metrics"
>;

interface Attempt extends SignInFacts {
  brandId: string;
  clientIp: string;
  brand: Credentials["brand"];
  origin: string;
  auditContext: AuditContext;
  session: Credentials["session"];
  pending: Credentials["pending"];
  locale: Credentials["locale"];
  device: string | undefined;
  loginNameHashes: readonly string[];
  /** Keys of the name's counter, or of the trusted device's own counter. */
  counterKeys: readonly string[];
}

/**
 * Verifies credentials with the same work, counts and refusals for known and unknown names; an attempt that is counted
 * while locked out fails even with the correct password. Throws database errors.
 */
export async function authenticate(deps: SignInDeps, credentials: Credentials): Promise<SignInResult> {
  if (isMalformed(credentials)) {
    const { kind } = await countByClientIp(deps, credentials, "loginClientIp");
    return { kind: kind === "exceeded" ? "unavailable" : "malformed" };
  }
  const { isLimitReached, ...attempt } = await prepare(deps, credentials);
  if (isLimitReached && !(await hasOwnShare(deps, attempt))) return { kind: "unavailable" };
  const { secret } = credentials;
  if (secret.kind === "ticket") {
    const proof = { kind: "ticket", tokenHashes: ticketHashes(deps.keys, secret.ticket) } as const;
    const signals = signalsOf({ ...attempt, isRemembered: isRemembered(deps, attempt) });
    const reasons = secondFactorReasonsOf(attempt.brand, attempt.isAfterReset ? ["afterReset"] : signals);
    if (reasons.length > 0 && !(await provesTwoFactors(deps.database, proof)))
      return (await startPending(deps, attempt, { proof, reasons })) ?? { kind: "invalidCredentials" };
    // Without context the statistics do not count it: it continues a journey that proved the person already.
    return (await enter(deps, { ...attempt, auditContext: undefined }, proof)) ?? { kind: "invalidCredentials" };
  }
  // Skips the hash for a locked name; the counting statement still decides.
  if (attempt.counters.some(({ key, isLocked }) => isLocked && attempt.counterKeys.includes(key))) {
    const state = await lockoutState(deps.database, attempt.counterKeys);
    if (state.kind !== "open") return state;
  }
  return tryPassword(deps, attempt, secret.password);
}

async function prepare(deps: SignInDeps, credentials: Credentials): Promise<Attempt & { isLimitReached: boolean }> {
  const { brand, clientIp, origin, devices, locale, session, pending } = credentials;
  const { id: brandId } = brand;
  const limit = await countByClientIp(deps, credentials, "loginClientIp");
  const email = loginNameOf(credentials.username);
  const names = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  const facts = await readSignInFacts(deps, {
    brandId,
    email,
    clientIp,
    decoyId: decoyPosition(names),
    counterKeys: [...names, ...[...devices.values()].flatMap((device) => counterKeys(names, device))],
    browserHashes: [...devices.values()].flatMap((device) => knownBrowserHashes(deps.keys.secretHash, device)),
  });
  const device = knownDevice(deps, facts, devices.get(facts.account?.id ?? ""));
  const auditContext = createAuditContext("signIn", locale);
  return {
    ...facts,
    isLimitReached: limit.kind === "exceeded",
    brand,
    brandId,
    clientIp,
    origin,
    auditContext,
    locale,
    session,
    pending,
    device,
    loginNameHashes: names,
    counterKeys: device === undefined ? names : counterKeys(names, device),
  };
}

async function tryPassword(deps: SignInDeps, attempt: Attempt, password: string): Promise<SignInResult> {
  const { device, counters, loginNameHashes: names } = attempt;
  const counter = counterOf(deps, attempt.counterKeys);
  const checked = await verifyWithDecoy(deps, { ...attempt, password });
  if (checked.kind === "wrong") return refuse(deps, attempt, password);
  const proof = {
    kind: "password",
    counter,
    upgradedHash: checked.upgradedHash,
    nameKeys: device === undefined ? [] : names.filter((name) => hasFailures(counters, name)),
  } as const;
  const signals = signalsOf({ ...attempt, password, isRemembered: isRemembered(deps, attempt) });
  const reasons = secondFactorReasonsOf(attempt.brand, signals);
  const entered =
    reasons.length === 0
      ? await enter(deps, { ...attempt, signals }, proof)
      : await startPending(deps, attempt, { proof, reasons });
  return entered ?? refusalOf(await lockoutState(deps.database, counter.keys));
}

const hasFailures = (counters: SignInFacts["counters"], name: string) =>
  counters.some(({ key, consecutive }) => key === name && consecutive > 0);

/** Makes the pending sign-in; undefined when the proof is no longer valid. */
async function startPending(
  deps: SignInDeps,
  { brand, account, pending, session, locale, rememberedBrowsers: doubted }: Attempt,
  { proof, reasons }: { proof: PendingToRecord["proof"]; reasons: readonly SecondFactorReason[] },
): Promise<SignInResult | undefined> {
  if (account === undefined) return { kind: "invalidCredentials" };
  const eligibility = loginEligibility(account);
  const refusal = eligibility === "ok" ? "invalidCredentials" : eligibility;
  const { device } = session;
  const accountId = account.id;
  const recorded = await recordPendingSignIn(deps, {
    account,
    proof,
    pending: { ...pending, device, reasons, wrongCodeLimit: randomizeCodeThreshold(deps.random) },
    doubted: reasons.includes("unknownBrowser") ? [] : doubted,
    isEligible: eligibility === "ok",
    events: {
      asked: (journeyId) => secondFactorAsked({ ...locale, brand }, { accountId, journeyId, reasons, device }),
      refused: {
        brandId: brand.id,
        accountId,
        actor: "person",
        event: "sign-in.refused",
        result: refusal === "invalidCredentials" ? "bad" : refusal,
        auditContext: createAuditContext("signIn", locale),
        facts: { how: proof.kind, ...device },
      },
    },
  });
  if (recorded === undefined) return undefined;
  return { kind: recorded.isPending ? "secondFactorRequired" : refusal };
}

type PersonEvent = Pick<AuditEvent, "brandId" | "actor" | "auditContext"> & { accountId: string };

interface Entry extends Pick<Attempt, "account" | "session" | "device" | "origin"> {
  brand: Pick<Brand, "features">;
  auditContext: AuditContext | undefined;
  /** What was unusual about the password's sign-in. */
  signals?: readonly SignInSignalId[];
}

/** Signs in with a proof; undefined when the proof is no longer valid. */
export async function enter(deps: SignInDeps, attempt: Entry, proof: SignInProof): Promise<EntryResult | undefined> {
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
  return transact(deps.database, async (transaction): Promise<EntryResult | undefined> => {
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

async function refuse(deps: SignInDeps, attempt: Attempt, password: string): Promise<EntryResult> {
  await detectPasswordSpraying(deps, { ...attempt, password });
  return refusalOf(await transact(deps.database, (transaction) => countWrongPassword(deps, transaction, attempt)));
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

function refusalOf(state: LockoutState): EntryResult {
  return state.kind === "open" ? { kind: "invalidCredentials" } : state;
}
