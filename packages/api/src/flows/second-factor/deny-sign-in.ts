import { type SecondFactorId, secondFactorIds, secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import type { Unserialised } from "@vestibule/contract/endpoint.ts";
import type { DeniableSignInResponse } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { lockAccountForUpdate } from "../../accounts/account.store.ts";
import { lockPassword } from "../../accounts/account-change.store.ts";
import { forgetBrowsers } from "../../accounts/known-browser.store.ts";
import {
  denialHashes,
  endPendingSignIn,
  findDeniableSignIn,
  type PendingSignIn,
} from "../../accounts/pending-sign-in.store.ts";
import { revokeAccess } from "../../accounts/revoke-access.store.ts";
import type { RequestContext } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
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
  const found = await findSignIn(deps, denial);
  return "kind" in found ? found : view(found.pending);
}

/**
 * Refuses a sign-in whose code came to a contact of the owner, who did not ask for it: it ends, and no code goes to that
 * contact until another second proof. Where it got in, every session ends, no browser is remembered, and only a new password
 * opens the account.
 */
export async function denySignIn(deps: SecondFactorDeps, denial: Denial): Promise<DenialResult> {
  const found = await findSignIn(deps, denial);
  if ("kind" in found) return found;
  const { requestContext } = denial;
  const { accountId } = found.pending;
  return transact(deps.database, async (transaction): Promise<DenialResult> => {
    await lockAccountForUpdate(transaction, accountId);
    const locked = await findSignIn(deps, denial, transaction);
    if ("kind" in locked) return locked;
    const { pending, method: cameBy } = locked;
    const { state } = view(pending);
    if (state === "denied" || state === "over") return view(pending);
    await endPendingSignIn(transaction, pending.id, "denied");
    await revokeCodes(transaction, pending.id);
    for (const method of methodsToHold(cameBy)) await holdMethod(transaction, { accountId, method });
    if (state === "passed") {
      await revokeAccess(transaction, accountId);
      await forgetBrowsers(transaction, { accountId });
      await lockPassword(transaction, accountId);
    }
    const event = pendingEvent({ requestContext, pending }, { event: "second-factor.denied", result: state });
    await deps.auditor.record(transaction, event);
    return { ...view(pending), state: "denied" };
  });
}

/** The method that the message came by, and the others that reach the same telephone, which share its limits. */
function methodsToHold(cameBy: SecondFactorId | undefined): SecondFactorId[] {
  const [limit] = cameBy === undefined ? [] : secondFactors[cameBy].sendLimits;
  return secondFactorIds.filter((id) => secondFactors[id].sendLimits.some((one) => one === limit));
}

async function findSignIn(
  deps: SecondFactorDeps,
  { requestContext, token }: Denial,
  transaction?: Trx,
): Promise<NonNullable<Awaited<ReturnType<typeof findDeniableSignIn>>> | { kind: "notFound" } | RetryLater> {
  const { brand, clientIp } = requestContext;
  if (transaction === undefined) {
    const counted = await deps.limits.consume(deps.database, { limit: "linkClientIp", subject: clientIp });
    if (counted.kind === "exceeded") return retryLater(counted);
  }
  const key = { denialHashes: denialHashes(deps, token), brandId: brand.id };
  return (await findDeniableSignIn(transaction ?? deps.database, key)) ?? { kind: "notFound" };
}

function view({ ended, startedAt, device }: PendingSignIn): Extract<DenialResult, { kind: "found" }> {
  const states = { passed: "passed", denied: "denied" } as const;
  const state = ended === undefined ? "open" : ended === "passed" || ended === "denied" ? states[ended] : "over";
  const { browser, system } = device;
  return { kind: "found", state, at: startedAt, ...(browser && { browser }), ...(system && { system }) };
}
