import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { type SecondFactorId, secondFactorIds, secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import type { Unserialised } from "@vestibule/contract/endpoint.ts";
import type { DeniableSignInResponse } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { lockAccountForUpdate } from "../../accounts/account.store.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import {
  denialHashes,
  endPendingSignIn,
  findDeniableSignIn,
  type PendingSignIn,
} from "../../accounts/pending-sign-in.store.ts";
import { putBackEmail, secureAccount } from "../../accounts/settling.store.ts";
import type { RequestContext } from "../../deps.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import { countLinkCall } from "../../links/count-link-call.ts";
import type { DbOrTrx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { holdMethod } from "../../second-factor/held-second-factor.store.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import { revokeCodes } from "../../verification/one-time-code.store.ts";
import { pendingEvent } from "./pending-call.ts";

export type DenialResult =
  | ({ kind: "found" } & Unserialised<DeniableSignInResponse>)
  | { kind: "notFound" }
  | RetryLater;

interface Denial {
  requestContext: RequestContext;
  token: string;
}

/** Reads the sign-in that a message with a code was about. Opening the link changes nothing. */
export async function readDenial(deps: SecondFactorDeps, denial: Denial): Promise<DenialResult> {
  const { requestContext } = denial;
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  const found = await findSignIn(deps, deps.database, denial);
  return found ? viewDenial(found.pending) : { kind: "notFound" };
}

/**
 * Refuses a sign-in whose code came to a contact of the owner, who did not ask for it: it ends, and no code goes to that
 * contact until another second proof. Where it got in, what has not settled is put back and all access is revoked, as at
 * a freeze, and only a new password opens the account.
 */
export async function denySignIn(deps: SecondFactorDeps, denial: Denial): Promise<DenialResult> {
  const { requestContext } = denial;
  const refused = await countLinkCall(deps, requestContext);
  if (refused !== undefined) return refused;
  const found = await findSignIn(deps, deps.database, denial);
  if (found === undefined) return { kind: "notFound" };
  const { accountId } = found.pending;
  return transact(deps.database, async (transaction): Promise<DenialResult> => {
    const account = await lockAccountForUpdate(transaction, accountId);
    const locked = await findSignIn(deps, transaction, denial);
    if (account === undefined || locked === undefined) return { kind: "notFound" };
    const { pending, method: cameBy } = locked;
    const { state } = viewDenial(pending);
    if (state === "denied" || state === "over") return viewDenial(pending);
    await endPendingSignIn(transaction, pending.id, "denied");
    await revokeCodes(transaction, pending.id);
    for (const method of methodsToHold(cameBy)) await holdMethod(transaction, { accountId, method });
    if (state === "passed") {
      if ((await putBackEmail(transaction, accountId)) === "putBack") {
        const { origin, device } = requestContext;
        await notifyAccount(deps, transaction, { notification: "emailChangeUndone", account, origin, device });
      }
      // The link may be in a mailbox that a thief reads, who would then reset the password: a passkey still stops them.
      await secureAccount(transaction, accountId, { passkeysOff: "unsettled" });
    }
    const event = pendingEvent({ requestContext, pending }, { event: "second-factor.denied", result: state });
    await deps.auditor.record(transaction, event);
    return { ...viewDenial(pending), state: "denied" };
  });
}

/** The method that the message came by, and the others that reach the same telephone, which share its limits. */
function methodsToHold(cameBy: SecondFactorId | undefined): SecondFactorId[] {
  const [limit] = cameBy === undefined ? [] : secondFactors[cameBy].sendLimits;
  return secondFactorIds.filter((id) => isOneOf(secondFactors[id].sendLimits, limit));
}

function findSignIn(deps: SecondFactorDeps, database: DbOrTrx, { requestContext, token }: Denial) {
  return findDeniableSignIn(database, { denialHashes: denialHashes(deps, token), brandId: requestContext.brand.id });
}

function viewDenial({ ended, startedAt, device }: PendingSignIn): Extract<DenialResult, { kind: "found" }> {
  const state = ended === undefined ? "open" : ended === "passed" || ended === "denied" ? ended : "over";
  const { browser, system } = device;
  return { kind: "found", state, at: startedAt, ...(browser && { browser }), ...(system && { system }) };
}
