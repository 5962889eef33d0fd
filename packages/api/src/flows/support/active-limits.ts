import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import {
  type ResettableLimit,
  resettableLimitIds,
  resettableLimits,
  type SharedLimit,
  sharedLimits,
} from "@vestibule/catalogue/support.table.ts";
import type { SupportLimit } from "@vestibule/contract/internal/support-desk.schema.ts";
import type { Account } from "../../accounts/account.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { listLocks } from "../../accounts/sign-in-failure.store.ts";
import type { KeptEvent } from "../../audit/kept-event.store.ts";
import { journeyWindow, prefixWindow } from "../../directory/lookup-limit.rule.ts";
import { identityOf } from "../../identity/person.rule.ts";
import type { KeptWindow, LimitWindow } from "../../limits/limit.port.ts";
import { windowsIn } from "../../limits/window-fact.rule.ts";
import { secondFactorSubjects } from "../../second-factor/limit-subject.rule.ts";
import { limitSubjectOf } from "../../verification/lockout.rule.ts";
import { globalSendWindow, telephonePrefixWindows } from "../../verification/send-code.ts";
import type { SupportCaseFile, SupportDeps } from "./load-support-case.ts";

/** Returns the windows of one limit that belong to this person alone: one, or one per recipient. */
export function windowsOf(limit: ResettableLimit, file: SupportCaseFile): LimitWindow[] {
  const { reference, account } = file;
  const { brandId, browserSessionId } = reference;
  if (limit === "lookupMissJourney" || limit === "lookupKnownJourney")
    return browserSessionId === undefined ? [] : [journeyWindow(limit, { brandId, browserSessionId })];
  switch (resettableLimits[limit]) {
    case "account":
      return account === undefined ? [] : subjectsOf(limit, account).map((subject) => ({ limit, subject }));
    case "identity":
      return identitiesOf(file).map((identity) => ({ limit, subject: limitSubjectOf({ brandId, identity }) }));
    case "recipient":
      return recipientsOf(file).map((subject) => ({ limit, subject }));
  }
}

function subjectsOf(limit: ResettableLimit, account: Account): string[] {
  return limit.startsWith("secondFactor") ? secondFactorSubjects(account) : [account.id];
}

function identitiesOf({ account, policies }: SupportCaseFile): string[] {
  return [...new Set([...(account ? [account.identity] : []), ...policies.map(identityOf)])];
}

function recipientsOf({ account, row, policies }: SupportCaseFile): string[] {
  const onFile = policies.flatMap((one) => [one.email, one.cellPhone]);
  const emails = [account?.email, ...(row?.recipients ?? []), ...onFile];
  return [...new Set(emails.filter((one) => typeof one === "string"))];
}

/** Returns windows shared with other people: those of the reference's client IP and of the data on file. */
function sharedWindowsOf(limit: SharedLimit, file: SupportCaseFile): (LimitWindow | KeptWindow)[] {
  const { reference, policies } = file;
  const { brandId, clientIpKeys } = reference;
  switch (limitRows[limit].per) {
    case "clientIp": {
      const key = clientIpKeys[limit];
      return key === undefined ? [] : [{ limit, key }];
    }
    case "policyPrefix":
      return policies.map(({ policyNumber }) => prefixWindow({ brandId, policyNumber }));
    // Its windows come from the audit events of the browser session.
    case "network":
      return [];
    case "telephonePrefix":
      return recipientsOf(file).flatMap(telephonePrefixWindows);
    case "global":
      return [globalSendWindow];
  }
}

export interface ActiveLimit {
  limits: SupportLimit[];
  resettable: ResettableLimit[];
  /** Number of consecutive wrong passwords for the person's login name. */
  wrongPasswords: number;
}

/**
 * Lists every reached limit and its end. `events` add the windows of what was typed before the person was identified.
 */
export async function listActiveLimits(
  deps: SupportDeps,
  file: SupportCaseFile,
  events: readonly Pick<KeptEvent, "facts">[],
): Promise<ActiveLimit> {
  const typed = events.flatMap(({ facts }) => windowsIn(facts));
  const limits: SupportLimit[] = [];
  const resettable: ResettableLimit[] = [];
  for (const limit of resettableLimitIds) {
    const end = await endOf(deps, windowsOf(limit, file));
    if (end === undefined) continue;
    resettable.push(limit);
    limits.push({ limit, until: end.toISOString() });
  }
  for (const limit of sharedLimits) {
    const lookedUp = typed.filter((window) => window.limit === limit);
    const end = await endOf(deps, [...sharedWindowsOf(limit, file), ...lookedUp]);
    if (end !== undefined) limits.push({ limit, until: end.toISOString() });
  }
  const { locks, wrongPasswords } = await nameLockoutState(deps, file);
  return { limits: [...limits, ...locks], resettable, wrongPasswords };
}

/** Returns the latest end of the reached windows; undefined when none is reached. */
async function endOf(
  { limits, database }: SupportDeps,
  windows: readonly (LimitWindow | KeptWindow)[],
): Promise<Date | undefined> {
  const states = await Promise.all(windows.map((window) => limits.peek(database, window)));
  const ends = states.flatMap((state) => (state.kind === "exceeded" ? [state.until.getTime()] : []));
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}

/** Uses the account's login names; without an account, the names tried, which are counted and locked alike. */
async function nameLockoutState(
  { database, keys }: SupportDeps,
  { account, journeys }: SupportCaseFile,
): Promise<{ locks: SupportLimit[]; wrongPasswords: number }> {
  const names =
    account === undefined
      ? journeys.flatMap((journey) => journey.loginNameHashes ?? [])
      : loginNameHashes(keys.lookupHash, account);
  const { lockedOutUntil, isDisabled, consecutiveFailures } = await listLocks(database, names);
  const locks: SupportLimit[] = [
    ...(lockedOutUntil ? [{ limit: "signInPaused", until: lockedOutUntil.toISOString() } as const] : []),
    ...(isDisabled ? [{ limit: "signInDisabled" } as const] : []),
    ...(account?.status === "L" ? [{ limit: "passwordLocked" } as const] : []),
  ];
  return { locks, wrongPasswords: consecutiveFailures };
}
