import type { SecondFactorReason } from "@vestibule/catalogue/second-factor.table.ts";
import { knownBrowserHashes } from "../../accounts/known-browser.store.ts";
import { loginEligibility } from "../../accounts/login-eligibility.rule.ts";
import { counterKeys, loginNameHashes } from "../../accounts/login-name.rule.ts";
import { decoyPosition, verifyWithDecoy } from "../../accounts/password-check.adapter.ts";
import {
  type PendingToRecord,
  readSignInFacts,
  recordPendingSignIn,
  type SignInFacts,
} from "../../accounts/sign-in.store.ts";
import { type LockoutState, lockoutState } from "../../accounts/sign-in-failure.store.ts";
import { provesTwoFactors, ticketHashes } from "../../accounts/sign-in-ticket.store.ts";
import { counterOf, countWrongPassword, detectPasswordSpraying } from "../../accounts/wrong-password.store.ts";
import { type AuditContext, createAuditContext } from "../../audit/auditor.port.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countByClientIp } from "../../puzzles/count-by-client-ip.ts";
import { secondFactorReasonsOf } from "../../second-factor/second-factor-reasons.rule.ts";
import { randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { type Credentials, isMalformed, loginNameOf } from "./credentials.rule.ts";
import { secondFactorAsked } from "./second-factor-asked.rule.ts";
import { signalsOf } from "./sign-in-signals.rule.ts";
import { type ProvenSignInResult, type SignInDeps, signInWithProof } from "./sign-in-with-proof.ts";
import { hasOwnShare, isRemembered, knownDevice } from "./trusted-device.ts";

export type SignInResult =
  | ProvenSignInResult
  /** The password was right; the pending sign-in waits for the second proof. */
  | { kind: "secondFactorRequired" };

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
    return (
      (await signInWithProof(deps, { ...attempt, auditContext: undefined }, proof)) ?? { kind: "invalidCredentials" }
    );
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
      ? await signInWithProof(deps, { ...attempt, signals }, proof)
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

async function refuse(deps: SignInDeps, attempt: Attempt, password: string): Promise<ProvenSignInResult> {
  await detectPasswordSpraying(deps, { ...attempt, password });
  return refusalOf(await transact(deps.database, (transaction) => countWrongPassword(deps, transaction, attempt)));
}

function refusalOf(state: LockoutState): ProvenSignInResult {
  return state.kind === "open" ? { kind: "invalidCredentials" } : state;
}
