import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { AuditContext, AuditEvent } from "../audit/auditor.port.ts";
import { observeAndRecord } from "../bots/raise-signal.ts";
import type { ApiDeps, LimitedDeps } from "../deps.ts";
import { clientNetwork } from "../limits/client-network.rule.ts";
import { isCommonPassword } from "../passwords/common-password.rule.ts";
import { commonPasswords } from "../passwords/common-passwords.adapter.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import { lockPassword } from "./account-change.store.ts";
import type { Device } from "./device.rule.ts";
import { notifyAccount } from "./notify-account.ts";
import { countFailure, type FailureCounter, type LockoutState } from "./sign-in-failure.store.ts";

type Deps = Pick<ApiDeps, "auditor" | "notifier" | "random">;

/** The name that a wrong password counts against; `account` is undefined for an unknown user. */
export interface WrongPassword {
  brandId: string;
  /** Origin of the request, for the link in a message. */
  origin: string;
  account: Account | undefined;
  counterKeys: readonly string[];
  /** Set for a sign-in, absent for a password check in another flow. */
  auditContext?: AuditContext;
  /** Set for a sign-in that opens a session. */
  session?: { device: Device };
}

/** Counts a wrong password; past the limit of consecutive failures the password is disabled. */
export async function countWrongPassword(deps: Deps, transaction: Trx, wrong: WrongPassword): Promise<LockoutState> {
  const { origin, account, counterKeys, session } = wrong;
  const { consecutive, ...state } = await countFailure(transaction, counterOf(deps, counterKeys));
  if (consecutive >= limits.loginConsecutive.limit && account !== undefined)
    await disablePassword(deps, transaction, { account, origin, device: session?.device ?? {} });
  await deps.auditor.record(transaction, wrongPasswordEvent(wrong, state.kind));
  return state;
}

/** Result of an attempt in the audit trail, by the state of the name after it. */
export const wrongPasswordResults = {
  open: "bad",
  lockedOut: "lockedForTime",
  lockedUntilReset: "lockedUntilReset",
} as const satisfies Record<LockoutState["kind"], string>;

function wrongPasswordEvent(
  { brandId, account, auditContext, session }: Pick<WrongPassword, "brandId" | "account" | "auditContext" | "session">,
  state: LockoutState["kind"],
): AuditEvent {
  return {
    event: "sign-in.refused",
    result: wrongPasswordResults[state],
    brandId,
    ...(account === undefined ? {} : { accountId: account.id }),
    actor: "person",
    ...(auditContext && { auditContext }),
    facts: { how: "password", ...session?.device },
  };
}

/** Locks the password until a reset, and notifies the owner. */
async function disablePassword(
  deps: Deps,
  transaction: Trx,
  notice: { account: Account; origin: string; device: Device },
): Promise<void> {
  const { account } = notice;
  if (!(await lockPassword(transaction, account.id))) return;
  await notifyAccount(deps, transaction, { ...notice, notification: "passwordDisabled" });
  await deps.auditor.record(transaction, {
    event: "password.disabled",
    result: "ok",
    brandId: account.brandId,
    accountId: account.id,
    actor: "system",
  });
}

/**
 * Counts a wrong password on all accounts and logs an alarm at the limit, since few attempts on many accounts stay below
 * the limit of each. Counts it for the signals of bots as well. Rejects no request.
 */
export async function detectPasswordSpraying(
  deps: LimitedDeps<"database" | "auditor" | "log" | "metrics">,
  { brandId, clientIp, loginNameHashes: [name = ""], password }: WrongAttempt,
): Promise<void> {
  const atClientIp = { limit: "wrongNameNetwork", subject: `${clientIp} ${name}` } as const;
  await observeAndRecord(deps, "manyNames", { brandId, subject: clientIp, once: atClientIp });
  const ofName = { limit: "wrongNetworkOfName", subject: `${clientNetwork(clientIp)} ${name}` } as const;
  await observeAndRecord(deps, "manyNetworks", { brandId, subject: name, once: ofName });
  if (isCommonPassword(password, commonPasswords()))
    await observeAndRecord(deps, "leakedPasswords", { brandId, subject: clientIp });
  const count = await deps.limits.consume(deps.database, { limit: "loginFailuresEverywhere", subject: "everyone" });
  if (count.kind === "allowed" && count.left === 0)
    deps.log.warn("sign-in.anomaly", { limit: limits.loginFailuresEverywhere.limit });
}

interface WrongAttempt {
  brandId: string;
  clientIp: string;
  loginNameHashes: readonly string[];
  password: string;
}

/** Builds a counter with a newly drawn threshold, which applies when a new series of failures begins. */
export function counterOf({ random }: Pick<ApiDeps, "random">, keys: readonly string[]): FailureCounter {
  const { from, to } = limits.loginAccountName;
  return { keys, randomizedThreshold: random.integer(from, to) };
}
