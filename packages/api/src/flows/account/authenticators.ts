import type { AuthenticatorSetup } from "@vestibule/contract/account/second-factor.schema.ts";
import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { lockAccountOfSession, recordSecondProof } from "../../accounts/gateway-session.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { startSettling } from "../../accounts/settling.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { openSecret, sealSecret } from "../../platform/sealed-secret.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  confirmSetup,
  hasRoomForAuthenticator,
  insertSetup,
  keepAuthenticator,
  listAuthenticators,
  lockSetup,
  removeAuthenticator,
  renameAuthenticator,
} from "../../second-factor/authenticator.store.ts";
import { notifyRemoval } from "../../second-factor/notify-removal.ts";
import { acceptedStep, clockFault, generateTotpSecret, totpUri } from "../../second-factor/totp.adapter.ts";
import { readEmailsOnFile } from "./emails-on-file.ts";
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
  const { accountId, idHash: sessionIdHash } = session;
  if (!mayChangeMethods(session)) return { kind: "proofRequired" };
  const { brand, language } = requestContext;
  return transact(deps.database, async (transaction): Promise<SetupResult> => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return { kind: "ended" };
    if (!(await hasRoomForAuthenticator(transaction, accountId))) return { kind: "tooManyMethods" };
    const started = await lockSetup(transaction, { accountId, sessionIdHash });
    const owner = accountId;
    let secret = started && (await openSecret(deps.keys.storedSecret, { owner, sealed: started.secret }));
    if (secret === undefined) {
      secret = generateTotpSecret(deps.random);
      const sealed = await sealSecret(deps.keys.storedSecret, { owner, secret });
      await insertSetup(transaction, { accountId, sessionIdHash, ...sealed });
    }
    const uri = totpUri({ secret, issuer: brand.name[language], label: account.emailAsTyped });
    return { kind: "started", setup: { secret, uri } };
  });
}

export type AddAuthenticatorResult =
  | { kind: "added" }
  | { kind: "wrongCode"; reason?: "clockAhead" | "clockBehind" }
  | MethodRefusal;

/** Adds the app that this session set up, given a code that it shows, and notifies the owner. */
export async function addAuthenticator(
  deps: Deps,
  call: AccountCall & { name: string; code: string },
): Promise<AddAuthenticatorResult> {
  const { session, requestContext, name } = call;
  const { accountId, idHash: sessionIdHash } = session;
  const { origin, device, clientIp } = requestContext;
  if (!mayChangeMethods(session)) return { kind: "proofRequired" };
  const code = normaliseCode(call.code);
  const counted = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const alsoTo = await readEmailsOnFile(deps, call);
  return transact(deps.database, async (transaction): Promise<AddAuthenticatorResult> => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return { kind: "ended" };
    const setup = await lockSetup(transaction, { accountId, sessionIdHash });
    const secret = setup && (await openSecret(deps.keys.storedSecret, { owner: accountId, sealed: setup.secret }));
    if (setup === undefined || secret === undefined) return { kind: "notFound" };
    const { id, now } = setup;
    const step = acceptedStep(secret, { code, now });
    if (step === undefined) {
      const fault = clockFault(secret, { code, now });
      return { kind: "wrongCode", ...(fault && { reason: fault === "ahead" ? "clockAhead" : "clockBehind" }) };
    }
    const own = await deps.limits.consume(transaction, { limit: "methodChangeAccount", subject: accountId });
    if (own.kind === "exceeded" || !(await hasRoomForAuthenticator(transaction, accountId)))
      return { kind: "tooManyMethods" };
    await confirmSetup(transaction, { id, name, step });
    await recordSecondProof(transaction, sessionIdHash);
    await startSettling(transaction, accountId);
    await notifyAccount(deps, transaction, { notification: "authenticatorAdded", account, origin, device, alsoTo });
    const facts = { authenticator: id };
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
  const alsoTo = await readEmailsOnFile(deps, call);
  return transact(deps.database, async (transaction): Promise<ChangeAuthenticatorResult> => {
    const found = await lockOwnAuthenticator(transaction, call);
    if (found.kind !== "found") return found;
    const { account, authenticator } = found;
    const { id, isSettled } = authenticator;
    if (account.settlingUntil && isSettled) return { kind: "settling", until: account.settlingUntil };
    await removeAuthenticator(transaction, { accountId, id });
    if (isSettled) await startSettling(transaction, accountId);
    await notifyRemoval(deps, transaction, { account, origin, device, alsoTo, method: "authenticator", methodId: id });
    const facts = { authenticator: id };
    await deps.auditor.record(transaction, accountEvent(call, { event: "authenticator.removed", facts }));
    return { kind: "changed" };
  });
}

/** Turns an app on again that an undo or a freeze left off. The session is of after a new password. */
export async function keepOwnAuthenticator(
  deps: Deps,
  call: AccountCall & { id: string },
): Promise<ChangeAuthenticatorResult> {
  const { id, session, requestContext } = call;
  const { accountId } = session;
  if (!mayChangeMethods(session)) return { kind: "proofRequired" };
  return transact(deps.database, async (transaction): Promise<ChangeAuthenticatorResult> => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return { kind: "ended" };
    if (account.needsNewPassword) return { kind: "proofRequired" };
    if (!(await keepAuthenticator(transaction, { accountId, id }))) return { kind: "notFound" };
    const { origin, device } = requestContext;
    await notifyAccount(deps, transaction, { notification: "authenticatorAdded", account, origin, device });
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
