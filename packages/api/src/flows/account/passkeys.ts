import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeyResponse,
  PasskeysResponse,
} from "@vestibule/contract/account/passkey.schema.ts";
import { type RelyingParty, relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import type { Unserialised } from "@vestibule/contract/endpoint.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { lockAccountOfSession, recordProof } from "../../accounts/gateway-session.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { settlingUntil } from "../../accounts/settling.rule.ts";
import { startSettling } from "../../accounts/settling.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import { issueChallenge } from "../../passkeys/challenge.adapter.ts";
import {
  findPasskey,
  insertPasskey,
  isCopy,
  keepPasskey,
  listPasskeys,
  recordPasskeyUse,
  removePasskey,
  renamePasskey,
} from "../../passkeys/passkey.store.ts";
import { recordPasskeyRefusal } from "../../passkeys/passkey-offer.store.ts";
import { acceptedCredentialsFor, creationOptionsFor, requestOptionsFor } from "../../passkeys/passkey-options.rule.ts";
import { reportCopy } from "../../passkeys/report-copy.ts";
import { verifyNewPasskey, verifyPasskeyResponse } from "../../passkeys/verify-passkey.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { notifyRemoval } from "../../second-factor/notify-removal.ts";
import { mayChangeMethods } from "./second-proof.ts";

type PasskeyDeps = LimitedDeps<
  "database" | "directory" | "auditor" | "notifier" | "keys" | "random" | "clock" | "mode"
>;

type Refusal = "notFound" | "proofRequired" | "passkeyRefused" | "tooManyPasskeys" | "settling";
export type PasskeyResult<Value = undefined> =
  | { kind: "done"; value: Value }
  | { kind: "refused"; reason: Refusal; until?: Date };

const done: PasskeyResult = { kind: "done", value: undefined };
const refused = (reason: Refusal) => ({ kind: "refused", reason }) as const;

export async function listOwnPasskeys(
  deps: PasskeyDeps,
  call: AccountCall,
): Promise<PasskeyResult<Unserialised<PasskeysResponse>>> {
  const party = partyOf(deps, call);
  if (party === undefined) return refused("notFound");
  const { accountId, openedBy } = call.session;
  const passkeys = await listPasskeys(deps.database, accountId);
  const value = {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, isBackedUp, isBlocked, isOff }) => ({
      id,
      name,
      createdAt,
      lastUsedAt: lastUsedAt ?? undefined,
      isBackedUp,
      isBlocked: isBlocked && !isOff,
      isOff,
    })),
    accepted: acceptedCredentialsFor(party, accountId, passkeys),
    ...(openedBy === "ticket" && { offer: passkeys.length > 0 ? ("review" as const) : ("setUp" as const) }),
  };
  return { kind: "done", value };
}

export async function startPasskey(
  deps: PasskeyDeps,
  call: AccountCall,
): Promise<PasskeyResult<PasskeyCreationOptions>> {
  if (!mayChangeMethods(call.session)) return refused("proofRequired");
  const party = partyOf(deps, call);
  const account = await findAccountById(deps.database, call.session.accountId);
  if (party === undefined || account === undefined) return refused("notFound");
  const { brand, language } = call.requestContext;
  const passkeys = await listPasskeys(deps.database, account.id);
  const challenge = issueChallenge(deps, { party, purpose: "add", session: call.session.idHash });
  return {
    kind: "done",
    value: creationOptionsFor({ party, brandName: brand.name[language], account }, challenge, passkeys),
  };
}

/**
 * Adds a passkey and notifies the owner, in one transaction. Whether the proof is fresh was checked when the challenge
 * was issued: a refusal now would leave a passkey on the device that the account does not know.
 */
export async function addOwnPasskey(
  deps: PasskeyDeps,
  call: AccountCall & { name: string; response: RegistrationResponseJSON },
): Promise<PasskeyResult> {
  const { session, name, response } = call;
  const { origin, device } = call.requestContext;
  const party = partyOf(deps, call);
  if (party === undefined) return refused("notFound");
  const verified = await verifyNewPasskey(deps, { party, purpose: "add", session: session.idHash }, response);
  if (verified === undefined) return refused("passkeyRefused");
  const { accountId } = session;
  const window = { limit: "passkeyAdditionIdentity", subject: accountId } as const;
  if ((await deps.limits.consume(deps.database, window)).kind === "exceeded") return refused("tooManyPasskeys");
  const { emails: alsoTo } = await readContactsOnFile(deps, call);
  return transact(deps.database, async (transaction) => {
    const account = await lockAccountOfSession(transaction, call.session);
    if (account === undefined) return refused("notFound");
    const passkey = { ...verified.passkey, accountId, name };
    const result = await insertPasskey(transaction, passkey, verified.challenge);
    if (typeof result === "string") return refused(result === "tooMany" ? "tooManyPasskeys" : "passkeyRefused");
    await startSettling(transaction, accountId);
    await notifyAccount(deps, transaction, { notification: "passkeyAdded", account, origin, device, alsoTo });
    await deps.auditor.record(
      transaction,
      accountEvent(call, { event: "passkey.added", facts: { passkey: result.added } }),
    );
    return done;
  });
}

/** Records that the person refused the passkey that was offered after a code. */
export async function declinePasskey(deps: PasskeyDeps, { session }: AccountCall): Promise<PasskeyResult> {
  return transact(deps.database, async (transaction) => {
    const account = await lockAccountOfSession(transaction, session);
    if (account === undefined) return refused("notFound");
    await recordPasskeyRefusal(transaction, account.id);
    return done;
  });
}

/** Renames a passkey. A repeated call with the same name writes nothing. */
export async function renameOwnPasskey(
  deps: PasskeyDeps,
  call: AccountCall & { id: string; name: string },
): Promise<PasskeyResult> {
  const { accountId } = call.session;
  return transact(deps.database, async (transaction) => {
    const account = await lockAccountOfSession(transaction, call.session);
    const passkey = (await listPasskeys(transaction, accountId)).find(({ id }) => id === call.id);
    if (account === undefined || passkey === undefined) return refused("notFound");
    if (passkey.name === call.name) return done;
    await renamePasskey(transaction, call);
    await deps.auditor.record(transaction, accountEvent(call, { event: "passkey.renamed" }));
    return done;
  });
}

/** Removes a passkey. While the account is settling, one that was there before stays. A link in the notice undoes it. */
export async function removeOwnPasskey(deps: PasskeyDeps, call: AccountCall & { id: string }): Promise<PasskeyResult> {
  const { accountId } = call.session;
  const { origin, device } = call.requestContext;
  if (!mayChangeMethods(call.session)) return refused("proofRequired");
  const { emails: alsoTo, settledEmails, settleAt } = await readContactsOnFile(deps, call);
  return transact(deps.database, async (transaction) => {
    const account = await lockAccountOfSession(transaction, call.session);
    const passkey = (await listPasskeys(transaction, accountId)).find(({ id }) => id === call.id);
    if (account === undefined || passkey === undefined) return refused("notFound");
    const until = settlingUntil(account, settleAt);
    if (until !== null && passkey.isSettled) return { ...refused("settling"), until };
    await removePasskey(transaction, { accountId, id: passkey.id });
    if (passkey.isSettled) await startSettling(transaction, accountId);
    await notifyRemoval(deps, transaction, {
      account,
      origin,
      device,
      alsoTo,
      settledEmails,
      method: "passkey",
      methodId: passkey.id,
    });
    await deps.auditor.record(
      transaction,
      accountEvent(call, { event: "passkey.removed", facts: { passkey: passkey.id } }),
    );
    return done;
  });
}

/** Turns a passkey on again that an undo or a freeze left off. The session started after a new password. */
export async function keepOwnPasskey(deps: PasskeyDeps, call: AccountCall & { id: string }): Promise<PasskeyResult> {
  const { accountId } = call.session;
  const { origin, device } = call.requestContext;
  if (!mayChangeMethods(call.session)) return refused("proofRequired");
  const { emails: alsoTo } = await readContactsOnFile(deps, call);
  return transact(deps.database, async (transaction) => {
    const account = await lockAccountOfSession(transaction, call.session);
    if (account === undefined) return refused("notFound");
    if (account.needsNewPassword) return refused("proofRequired");
    if (!(await keepPasskey(transaction, { accountId, id: call.id }))) return refused("notFound");
    await notifyAccount(deps, transaction, { notification: "passkeyKept", account, origin, device, alsoTo });
    await deps.auditor.record(transaction, accountEvent(call, { event: "passkey.kept", facts: { passkey: call.id } }));
    return done;
  });
}

export async function startProof(deps: PasskeyDeps, call: AccountCall): Promise<PasskeyResult<PasskeyRequestOptions>> {
  const party = partyOf(deps, call);
  const passkeys = (await listPasskeys(deps.database, call.session.accountId)).filter(({ isBlocked }) => !isBlocked);
  if (party === undefined || passkeys.length === 0) return refused("notFound");
  const challenge = issueChallenge(deps, { party, purpose: "proof", session: call.session.idHash });
  return { kind: "done", value: requestOptionsFor(party, challenge, passkeys) };
}

export async function proveByPasskey(
  deps: PasskeyDeps,
  call: AccountCall & { response: PasskeyResponse },
): Promise<PasskeyResult> {
  const { session, response } = call;
  const { accountId, idHash } = session;
  const party = partyOf(deps, call);
  if (party === undefined) return refused("notFound");
  const query = { accountId, credentialId: response.id, relyingParty: party.id };
  const passkey = await findPasskey(deps.database, query);
  if (passkey === undefined || passkey.isBlocked) return refused("passkeyRefused");
  const scope = { party, purpose: "proof", session: idHash } as const;
  const verified = await verifyPasskeyResponse(deps, scope, { passkey, response });
  const account = await findAccountById(deps.database, accountId);
  if (verified === undefined || account === undefined) return refused("passkeyRefused");
  const use = { passkey, ...verified };
  if (isCopy(use)) {
    const { brand, origin, device } = call.requestContext;
    await reportCopy(deps, { use, brand, account, origin, device });
    return refused("passkeyRefused");
  }
  return transact(deps.database, async (transaction) => {
    if (!(await recordPasskeyUse(transaction, use))) return refused("passkeyRefused");
    if (!(await recordProof(transaction, { ...session, by: "passkey" }))) return refused("passkeyRefused");
    await deps.auditor.record(transaction, accountEvent(call, { event: "session.proven", facts: { how: "passkey" } }));
    return done;
  });
}

function partyOf({ mode }: PasskeyDeps, { requestContext }: AccountCall): RelyingParty | undefined {
  const { brand, visibleOrigin } = requestContext;
  return relyingPartyOf({ brand, origin: visibleOrigin, mode });
}
