import type { AuthenticatorSetup } from "@vestibule/contract/account/authenticator.schema.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { lockAccountOfSession, recordSecondProof } from "../../accounts/gateway-session.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { settlingUntil } from "../../accounts/settling.rule.ts";
import { startSettling } from "../../accounts/settling.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  keepAuthenticator,
  listAuthenticators,
  removeAuthenticator,
  renameAuthenticator,
} from "../../second-factor/authenticator.store.ts";
import { notifyRemoval } from "../../second-factor/notify-removal.ts";
import { type CompleteSetupResult, completeSetup, startSetup } from "../../second-factor/set-up-authenticator.ts";
import { mayChangeMethods } from "./second-proof.ts";

type Deps = LimitedDeps<"database" | "directory" | "auditor" | "notifier" | "keys" | "random">;

export type MethodRefusal =
  | { kind: "ended" | "proofRequired" | "notFound" }
  | { kind: "settling"; until: Date }
  | { kind: "tooManyMethods" }
  | RetryLater;

export type SetupResult = { kind: "started"; setup: AuthenticatorSetup } | MethodRefusal;

/** Starts to set up an authenticator app, or returns what this session has started: the page may be loaded again. */
export async function startAuthenticator(deps: Deps, call: AccountCall): Promise<SetupResult> {
  const { session, requestContext } = call;
  if (!mayChangeMethods(session)) return { kind: "proofRequired" };
  const { brand, language } = requestContext;
  return transact(deps.database, async (transaction): Promise<SetupResult> => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return { kind: "ended" };
    return startSetup(deps, transaction, { account, setUpBy: session.idHash, issuer: brand.name[language] });
  });
}

export type AddAuthenticatorResult =
  | Exclude<CompleteSetupResult, { kind: "added" }>
  | { kind: "added" }
  | MethodRefusal;

/** Adds the app that this session set up, given a code that it shows, and notifies the owner. */
export async function addAuthenticator(
  deps: Deps,
  call: AccountCall & { name: string; code: string },
): Promise<AddAuthenticatorResult> {
  const { session, requestContext, name, code } = call;
  const { origin, device, clientIp } = requestContext;
  if (!mayChangeMethods(session)) return { kind: "proofRequired" };
  const counted = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const { emails: alsoTo } = await readContactsOnFile(deps, call);
  return transact(deps.database, async (transaction): Promise<AddAuthenticatorResult> => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return { kind: "ended" };
    const typed = { account, setUpBy: session.idHash, name, code, origin, device, alsoTo };
    const completed = await completeSetup(deps, transaction, typed);
    if (completed.kind !== "added") return completed;
    await recordSecondProof(transaction, session.idHash);
    const facts = { authenticator: completed.id };
    await deps.auditor.record(transaction, accountEvent(call, { event: "authenticator.added", facts }));
    return { kind: "added" };
  });
}

export type ChangeAuthenticatorResult = { kind: "changed" } | MethodRefusal;

/** Renames an app. A repeated call with the same name writes nothing. */
export async function renameOwnAuthenticator(
  deps: Deps,
  call: AccountCall & { id: string; name: string },
): Promise<ChangeAuthenticatorResult> {
  return transact(deps.database, async (transaction) => {
    const found = await lockOwnAuthenticator(transaction, call);
    if (found.kind !== "found") return found;
    if (found.authenticator.name === call.name) return { kind: "changed" };
    await renameAuthenticator(transaction, call);
    await deps.auditor.record(transaction, accountEvent(call, { event: "authenticator.renamed" }));
    return { kind: "changed" };
  });
}

/** Removes an app. While the account is settling, one that was there before stays. A link in the notice undoes it. */
export async function removeOwnAuthenticator(
  deps: Deps,
  call: AccountCall & { id: string },
): Promise<ChangeAuthenticatorResult> {
  const { accountId } = call.session;
  const { origin, device } = call.requestContext;
  if (!mayChangeMethods(call.session)) return { kind: "proofRequired" };
  const { emails: alsoTo, settledEmails, settleAt } = await readContactsOnFile(deps, call);
  return transact(deps.database, async (transaction): Promise<ChangeAuthenticatorResult> => {
    const found = await lockOwnAuthenticator(transaction, call);
    if (found.kind !== "found") return found;
    const { account, authenticator } = found;
    const { id, isSettled } = authenticator;
    const until = settlingUntil(account, settleAt);
    if (until !== null && isSettled) return { kind: "settling", until };
    await removeAuthenticator(transaction, { accountId, id });
    if (isSettled) await startSettling(transaction, accountId);
    const contacts = { alsoTo, settledEmails };
    await notifyRemoval(deps, transaction, {
      account,
      origin,
      device,
      ...contacts,
      method: "authenticator",
      methodId: id,
    });
    const facts = { authenticator: id };
    await deps.auditor.record(transaction, accountEvent(call, { event: "authenticator.removed", facts }));
    return { kind: "changed" };
  });
}

/** Turns an app on again that an undo or a freeze left off. The session started after a new password. */
export async function keepOwnAuthenticator(
  deps: Deps,
  call: AccountCall & { id: string },
): Promise<ChangeAuthenticatorResult> {
  const { id, session, requestContext } = call;
  const { accountId } = session;
  if (!mayChangeMethods(session)) return { kind: "proofRequired" };
  const { emails: alsoTo } = await readContactsOnFile(deps, call);
  return transact(deps.database, async (transaction): Promise<ChangeAuthenticatorResult> => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return { kind: "ended" };
    if (account.needsNewPassword) return { kind: "proofRequired" };
    if (!(await keepAuthenticator(transaction, { accountId, id }))) return { kind: "notFound" };
    const { origin, device } = requestContext;
    await notifyAccount(deps, transaction, { notification: "authenticatorAdded", account, origin, device, alsoTo });
    const facts = { authenticator: id };
    await deps.auditor.record(transaction, accountEvent(call, { event: "authenticator.kept", facts }));
    return { kind: "changed" };
  });
}

async function lockOwnAuthenticator(
  transaction: Parameters<typeof lockAccountOfSession>[0],
  { session, id }: AccountCall & { id: string },
) {
  const account = await lockAccountOfSession(transaction, session);
  if (account === undefined) return { kind: "ended" } as const;
  const authenticator = (await listAuthenticators(transaction, session.accountId)).find((one) => one.id === id);
  return authenticator === undefined
    ? ({ kind: "notFound" } as const)
    : ({ kind: "found", account, authenticator } as const);
}
