import type { PasskeyAnswer, PasskeyRequestOptions } from "@vestibule/contract/account/passkey.schema.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { recordProof } from "../../accounts/gateway-session.store.ts";
import { issueChallenge } from "../../passkeys/challenge.adapter.ts";
import { findPasskey, isCopy, listPasskeys, recordPasskeyUse } from "../../passkeys/passkey.store.ts";
import { requestOptionsFor } from "../../passkeys/passkey-options.rule.ts";
import { reportCopy } from "../../passkeys/report-copy.ts";
import { verifyAnswer } from "../../passkeys/verify-passkey.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  checkOwnPassword,
  type OwnPassword,
  type OwnPasswordDeps,
  type OwnPasswordRefusal,
} from "./check-own-password.ts";
import { done, type PasskeyDeps, type PasskeyResult, partyOf, refused } from "./passkeys.ts";

export type ProveSessionResult = { kind: "proven" } | OwnPasswordRefusal;

/** Verifies the password again, so that the session may change the account. */
export async function proveSession(deps: OwnPasswordDeps, own: OwnPassword): Promise<ProveSessionResult> {
  const checked = await checkOwnPassword(deps, own);
  if (checked.kind !== "correct") return checked;
  return transact(deps.database, async (transaction): Promise<ProveSessionResult> => {
    const refusal = await checked.confirm(transaction);
    if (refusal) return refusal;
    if (!(await recordProof(transaction, own.session))) return { kind: "ended" };
    await deps.auditor.record(transaction, accountEvent(own, { event: "session.proven", facts: { how: "password" } }));
    return { kind: "proven" };
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
  call: AccountCall & { answer: PasskeyAnswer },
): Promise<PasskeyResult> {
  const { session, answer } = call;
  const { accountId, idHash } = session;
  const party = partyOf(deps, call);
  if (party === undefined) return refused("notFound");
  const query = { accountId, credentialId: answer.id, relyingParty: party.id };
  const passkey = await findPasskey(deps.database, query);
  if (passkey === undefined || passkey.isBlocked) return refused("passkeyRefused");
  const scope = { party, purpose: "proof", session: idHash } as const;
  const verified = await verifyAnswer(deps, scope, { passkey, response: answer });
  const account = await findAccountById(deps.database, accountId);
  if (verified === undefined || account === undefined) return refused("passkeyRefused");
  const use = { passkey, ...verified };
  if (isCopy(use)) {
    await reportCopy(deps, { use, account, origin: call.requestContext.origin });
    return refused("passkeyRefused");
  }
  return transact(deps.database, async (transaction) => {
    if (!(await recordPasskeyUse(transaction, use))) return refused("passkeyRefused");
    if (!(await recordProof(transaction, session))) return refused("passkeyRefused");
    await deps.auditor.record(transaction, accountEvent(call, { event: "session.proven", facts: { how: "passkey" } }));
    return done;
  });
}
