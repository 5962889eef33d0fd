import { openedBy } from "../../capabilities/accounts/account-opening.rule.ts";
import { weighPassword } from "../../capabilities/accounts/password-verdict.rule.ts";
import {
  addFailures,
  breakRow,
  type CounterState,
  clearFailures,
  counterState,
  type FailedSignIns,
} from "../../capabilities/accounts/sign-in-failure.store.ts";
import { counterKeys, nameKeys } from "../../capabilities/accounts/sign-in-name.rule.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { counterOf, countWrongPassword, watchForSpraying } from "../../capabilities/accounts/wrong-password.rule.ts";
import { type Lived, livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { LimitedParts } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { type Credentials, isMalformed, nameOf } from "./credentials.rule.ts";
import type { SignInResult } from "./sign-in-decision.rule.ts";

export type SignInParts = LimitedParts<
  "database" | "users" | "hashing" | "auditor" | "notifier" | "random" | "keys" | "log"
>;

/** One attempt: whose name it counts on, and which counter it uses. */
interface Attempt {
  brandId: string;
  origin: string;
  lived: Lived;
  account: Account | undefined;
  /** Id of a browser that its owner signed in from before. */
  device: string | undefined;
  nameKeys: readonly string[];
  /** Of the name's counter, or of the one of a browser that its owner signed in from before. */
  counterKeys: readonly string[];
  /** Whose share of the hashing it uses. */
  client: string;
}

/**
 * Whether these credentials open an account. Known and unknown names cost the same, count the same and are refused
 * the same way. The outcome is decided where it is counted, in one statement, after the hash: an attempt that ends
 * behind a lock is worth nothing, right or wrong. Throws HashingBusy, and what the database throws.
 */
export async function authenticate(parts: SignInParts, credentials: Credentials): Promise<SignInResult> {
  const flood = await parts.limits.take(parts.database, { limit: "loginAddress", subject: credentials.address });
  if (flood.kind === "full" && credentials.devices.size === 0) return { kind: "unavailable" };
  if (isMalformed(credentials)) return { kind: "malformed" };

  const attempt = await prepare(parts, credentials);
  if (flood.kind === "full" && !(await hasOwnShare(parts, attempt))) return { kind: "unavailable" };
  const { secret } = credentials;
  if (secret.kind === "ticket")
    return transact(parts.database, (transaction) => tryTicket(parts, transaction, attempt, secret.ticket));

  // Spares the hash; the statement that counts decides.
  const state = await counterState(parts.database, attempt.counterKeys);
  if (state.kind !== "open") return state;
  return tryPassword(parts, attempt, secret.password);
}

/** Where strangers behind the same address used up its minute, the account's own browser may still try. */
async function hasOwnShare({ limits, database }: SignInParts, { device }: Attempt): Promise<boolean> {
  if (device === undefined) return false;
  return (await limits.take(database, { limit: "loginDevice", subject: device })).kind === "taken";
}

async function prepare(parts: SignInParts, credentials: Credentials): Promise<Attempt> {
  const { brandId, origin, devices, place, address } = credentials;
  const email = nameOf(credentials.username);
  const account = await parts.users.findByEmail(parts.database, { brandId, email });
  const names = nameKeys(parts.keys.lookupHash, { brandId, email });
  const device = devices.get(account?.id ?? "");
  const lived = livedIn("signIn", place);
  return {
    ...{ brandId, origin, lived, account, device, nameKeys: names },
    counterKeys: device === undefined ? names : counterKeys(names, device),
    client: device === undefined ? address : `${address} ${device}`,
  };
}

async function tryPassword(parts: SignInParts, attempt: Attempt, password: string): Promise<SignInResult> {
  const { account } = attempt;
  const { kind, ...fresh } = await weighPassword(parts, { ...attempt, password });
  if (account === undefined || kind === "wrong") return refuse(parts, attempt);
  return transact(parts.database, async (transaction) => {
    const cleared = await clearFailures(transaction, counterOf(parts, attempt.counterKeys));
    if (!cleared) return shut(await counterState(transaction, attempt.counterKeys));
    const isOwnCounter = attempt.counterKeys !== attempt.nameKeys;
    const failedSignIns = isOwnCounter
      ? addFailures([cleared, await breakRow(transaction, attempt.nameKeys)])
      : cleared;
    return open(parts, transaction, { account, how: "password", lived: attempt.lived, failedSignIns, ...fresh });
  });
}

async function tryTicket(
  parts: SignInParts,
  transaction: Trx,
  { account, lived }: Attempt,
  ticket: string,
): Promise<SignInResult> {
  const redeemed = await parts.users.redeemTicket(transaction, ticket);
  if (account === undefined || redeemed?.accountId !== account.id) return { kind: "bad" };
  return open(parts, transaction, { account, how: "ticket", lived });
}

async function open(
  parts: SignInParts,
  transaction: Trx,
  {
    account,
    how,
    lived,
    failedSignIns,
    freshHash,
  }: {
    account: Account;
    how: "password" | "ticket";
    lived: Lived;
    failedSignIns?: FailedSignIns;
    freshHash?: string;
  },
): Promise<SignInResult> {
  const opening = await opened(parts, transaction, account, freshHash);
  const result = opening.kind === "ok" && failedSignIns?.latestAt ? { ...opening, failedSignIns } : opening;
  await parts.auditor.record(transaction, {
    event: result.kind === "ok" ? "sign-in.succeeded" : "sign-in.refused",
    result: result.kind,
    brandId: account.brandId,
    accountId: account.id,
    actor: "person",
    lived,
    facts: { how },
  });
  return result;
}

async function opened(
  parts: SignInParts,
  transaction: Trx,
  account: Account,
  freshHash: string | undefined,
): Promise<SignInResult> {
  const kind = openedBy(account);
  if (kind !== "ok") return { kind };
  const recorded = await parts.users.recordSignIn(transaction, {
    accountId: account.id,
    verifiedHash: account.passwordHash,
    ...(freshHash === undefined ? {} : { freshHash }),
  });
  return recorded.kind === "changed"
    ? { kind: "bad" }
    : { kind: "ok", accountId: account.id, previousSignInAt: recorded.previousSignInAt };
}

async function refuse(parts: SignInParts, attempt: Attempt): Promise<SignInResult> {
  const state = await transact(parts.database, (transaction) => countWrongPassword(parts, transaction, attempt));
  await watchForSpraying(parts);
  return shut(state);
}

function shut(state: CounterState): SignInResult {
  return state.kind === "open" ? { kind: "bad" } : state;
}
