import type { Account } from "../../accounts/account-store.port.ts";
import { loginEligibility } from "../../accounts/login-eligibility.rule.ts";
import { counterKeys, loginNameHashes } from "../../accounts/login-name.rule.ts";
import { verifyPasswordOrDecoy } from "../../accounts/password-check.adapter.ts";
import {
  addFailures,
  type FailedSignIns,
  type LockoutState,
  lockoutState,
  resetConsecutiveFailures,
  resetFailures,
} from "../../accounts/sign-in-failure.store.ts";
import { counterOf, countWrongPassword, detectPasswordSpraying } from "../../accounts/wrong-password.store.ts";
import { type AuditContext, createAuditContext } from "../../audit/auditor.port.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { type Credentials, isMalformed, loginNameOf } from "./credentials.rule.ts";

/** Result of a sign-in, which the gateway maps to its responses. */
export type SignInResult =
  | { kind: "ok"; accountId: string; previousSignInAt: Date | null; failedSignIns?: FailedSignIns }
  | { kind: "lockedForTime"; until: Date }
  | { kind: "bad" | "malformed" | "lockedUntilReset" | "expired" | "disabled" | "unavailable" };

export type SignInDeps = LimitedDeps<
  "database" | "accountStore" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log"
>;

interface Attempt {
  brandId: string;
  origin: string;
  auditContext: AuditContext;
  account: Account | undefined;
  /** Id of a trusted device of the account. */
  device: string | undefined;
  loginNameHashes: readonly string[];
  /** Keys of the name's counter, or of the trusted device's own counter. */
  counterKeys: readonly string[];
  /** Key of the client's share in the hashing queue. */
  client: string;
}

/**
 * Verifies credentials with the same work, counts and refusals for known and unknown names; an attempt that is
 * counted while locked out fails even with the right password. Throws HashingBusy and database errors.
 */
export async function authenticate(deps: SignInDeps, credentials: Credentials): Promise<SignInResult> {
  const flood = await deps.limits.consume(deps.database, { limit: "loginAddress", subject: credentials.clientIp });
  if (flood.kind === "full" && credentials.devices.size === 0) return { kind: "unavailable" };
  if (isMalformed(credentials)) return { kind: "malformed" };

  const attempt = await prepare(deps, credentials);
  if (flood.kind === "full" && !(await hasOwnShare(deps, attempt))) return { kind: "unavailable" };
  const { secret } = credentials;
  if (secret.kind === "ticket")
    return transact(deps.database, (transaction) => tryTicket(deps, transaction, attempt, secret.ticket));

  // Skips the hash for a locked name; the counting statement still decides.
  const state = await lockoutState(deps.database, attempt.counterKeys);
  if (state.kind !== "open") return state;
  return tryPassword(deps, attempt, secret.password);
}

/** A trusted device keeps its own share when other clients have used up the limit of a shared IP. */
async function hasOwnShare({ limits, database }: SignInDeps, { device }: Attempt): Promise<boolean> {
  if (device === undefined) return false;
  return (await limits.consume(database, { limit: "loginDevice", subject: device })).kind === "taken";
}

async function prepare(deps: SignInDeps, credentials: Credentials): Promise<Attempt> {
  const { brandId, origin, devices, locale, clientIp } = credentials;
  const email = loginNameOf(credentials.username);
  const account = await deps.accountStore.findByEmail(deps.database, { brandId, email });
  const names = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  const device = devices.get(account?.id ?? "");
  const auditContext = createAuditContext("signIn", locale);
  return {
    ...{ brandId, origin, auditContext, account, device, loginNameHashes: names },
    counterKeys: device === undefined ? names : counterKeys(names, device),
    client: device === undefined ? clientIp : `${clientIp} ${device}`,
  };
}

async function tryPassword(deps: SignInDeps, attempt: Attempt, password: string): Promise<SignInResult> {
  const { account } = attempt;
  const { kind, ...fresh } = await verifyPasswordOrDecoy(deps, { ...attempt, password });
  if (account === undefined || kind === "wrong") return refuse(deps, attempt);
  return transact(deps.database, async (transaction) => {
    const cleared = await resetFailures(transaction, counterOf(deps, attempt.counterKeys));
    if (!cleared) return shut(await lockoutState(transaction, attempt.counterKeys));
    const isOwnCounter = attempt.counterKeys !== attempt.loginNameHashes;
    const failedSignIns = isOwnCounter
      ? addFailures([cleared, await resetConsecutiveFailures(transaction, attempt.loginNameHashes)])
      : cleared;
    return open(deps, transaction, {
      account,
      how: "password",
      auditContext: attempt.auditContext,
      failedSignIns,
      ...fresh,
    });
  });
}

async function tryTicket(
  deps: SignInDeps,
  transaction: Trx,
  { account, auditContext }: Attempt,
  ticket: string,
): Promise<SignInResult> {
  const redeemed = await deps.accountStore.redeemTicket(transaction, ticket);
  if (account === undefined || redeemed?.accountId !== account.id) return { kind: "bad" };
  return open(deps, transaction, { account, how: "ticket", auditContext });
}

async function open(
  deps: SignInDeps,
  transaction: Trx,
  {
    account,
    how,
    auditContext,
    failedSignIns,
    upgradedHash,
  }: {
    account: Account;
    how: "password" | "ticket";
    auditContext: AuditContext;
    failedSignIns?: FailedSignIns;
    upgradedHash?: string;
  },
): Promise<SignInResult> {
  const opening = await opened(deps, transaction, account, upgradedHash);
  const result = opening.kind === "ok" && failedSignIns?.latestAt ? { ...opening, failedSignIns } : opening;
  await deps.auditor.record(transaction, {
    event: result.kind === "ok" ? "sign-in.succeeded" : "sign-in.refused",
    result: result.kind,
    brandId: account.brandId,
    accountId: account.id,
    actor: "person",
    auditContext,
    facts: { how },
  });
  return result;
}

async function opened(
  deps: SignInDeps,
  transaction: Trx,
  account: Account,
  upgradedHash: string | undefined,
): Promise<SignInResult> {
  const kind = loginEligibility(account);
  if (kind !== "ok") return { kind };
  const recorded = await deps.accountStore.recordSignIn(transaction, {
    accountId: account.id,
    verifiedHash: account.passwordHash,
    ...(upgradedHash === undefined ? {} : { upgradedHash }),
  });
  return recorded.kind === "changed"
    ? { kind: "bad" }
    : { kind: "ok", accountId: account.id, previousSignInAt: recorded.previousSignInAt };
}

async function refuse(deps: SignInDeps, attempt: Attempt): Promise<SignInResult> {
  const state = await transact(deps.database, (transaction) => countWrongPassword(deps, transaction, attempt));
  await detectPasswordSpraying(deps);
  return shut(state);
}

function shut(state: LockoutState): SignInResult {
  return state.kind === "open" ? { kind: "bad" } : state;
}
