import { flow, type Page, type RegistrationCall } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { allowsCall } from "@vestibule/contract/flow.rule.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import type { RequestContext } from "../../deps.ts";
import { readTime } from "../../platform/database.adapter.ts";
import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { insertAttempt, newAttempt, type RegistrationAttempt, readAttempt } from "./attempt.store.ts";
import { attemptState } from "./attempt-state.schema.ts";
import { callHandlers } from "./call-handlers.table.ts";
import {
  type CheckedAttempt,
  eventFields,
  handleRegistrationCall,
  loadPerson,
  type TransitionResult,
} from "./handle-registration-call.ts";
import { pageData } from "./page-data.rule.ts";
import type { RegistrationResult, TokenError } from "./registration-call.port.ts";
import { decryptResponse, encryptResponse, readToken, signToken } from "./session-token.adapter.ts";

export interface TokenRequest {
  call: RegistrationCall;
  token: string | undefined;
  /** Method, path and body identify a repeated request. */
  method: string;
  path: string;
  rawBody: string;
  /** The parsed body; undefined when there was none. */
  body: unknown;
  optionId?: string;
}

export interface TokenResponse<CallResponse> {
  /** Kept for a repeated request, so it must survive JSON; named as in rows of earlier versions. */
  reply: CallResponse;
  /** The registration's next token; absent when it has ended or was not found. */
  token?: string;
}

/** Starts a registration of API v2, even if the request carries a token; returns its first token. */
export async function startSmartRegistration(deps: IdentityProofDeps, requestContext: RequestContext): Promise<string> {
  const state = attemptState.parse({ wrongCodeLimit: randomizeCodeThreshold(deps.random) });
  const newestJti = deps.random.token(16);
  const at = await readTime(deps.database);
  const attempt = newAttempt({ requestContext, api: "v2", page: "ACCOUNT_TYPE", state, at });
  await transact(deps.database, async (transaction) => {
    await insertAttempt(transaction, attempt, { requestContext, newestJti });
    const fields = eventFields(requestContext, attempt);
    await deps.auditor.record(transaction, { event: "registration.started", result: "ok", ...fields });
  });
  return nextToken(deps, { attempt, page: attempt.page, state, jti: newestJti });
}

/** Handles a call of API v2, which carries the registration's newest token; returns the next one. */
export async function handleTokenCall<CallResponse>(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  request: TokenRequest,
  translate: (result: RegistrationResult) => CallResponse,
): Promise<TokenResponse<CallResponse>> {
  const token = request.token ?? "";
  const claims = await readToken(deps.keys.sessionToken, token);
  if (claims === undefined) return { reply: translate({ kind: "invalidToken", error: "jwt invalid" }) };
  const { call, optionId } = request;
  const id = claims.sid;
  return handleRegistrationCall<TokenResponse<CallResponse>>(
    { deps, requestContext, id, optionId },
    {
      needsPerson: call !== "cancel",
      check: (attempt) => checkToken(attempt, { deps, requestContext, request, token, claims, translate }),
      chooseStep: async (context) =>
        allowsCall(context.attempt.page, call)
          ? callHandlers[call](context, request.body)
          : { result: { kind: "wrongStep" } },
      respond: async ({ context, result, page, state, endReason, stepAt }) => {
        const { attempt } = context;
        const newestJti = deps.random.token(16);
        const response: TokenResponse<CallResponse> = {
          reply: translate(result),
          ...(endReason === undefined && {
            token: await nextToken(deps, { attempt, page, state, stepAt, jti: newestJti }),
          }),
        };
        const fingerprint = keyedHash(deps.keys.secretHash, requestParts(request));
        const previous = { jti: claims.jti, fingerprint, response: await encryptResponse(token, response) };
        return { response, token: { newestJti, previous }, events: stepEvents(attempt.page, page) };
      },
    },
  );
}

interface CheckedCall<CallResponse> {
  deps: IdentityProofDeps;
  requestContext: RequestContext;
  request: TokenRequest;
  token: string;
  claims: RegistrationTokenClaims;
  translate: (result: RegistrationResult) => CallResponse;
}

/**
 * Compares a signed token with its registration: the latest is current; the previous one may repeat its request, and
 * read the page for some seconds.
 */
async function checkToken<CallResponse>(
  attempt: RegistrationAttempt | undefined,
  call: CheckedCall<CallResponse>,
): Promise<CheckedAttempt<TokenResponse<CallResponse>>> {
  const { jti } = call.claims;
  const closed = (error: TokenError) =>
    ({ kind: "closed", response: { reply: call.translate({ kind: "invalidToken", error }) } }) as const;
  if (attempt === undefined) return closed("state not found in cache");
  if (attempt.brandId !== call.requestContext.brand.id) return closed("jwt invalid");
  if (attempt.hasExpired) return closed("jwt expired");
  if (attempt.newestJti === jti) return { kind: "open", attempt };
  const { previous } = attempt;
  const isPrevious = previous?.jti === jti;
  const fingerprints = keyedHashes(call.deps.keys.secretHash, requestParts(call.request));
  if (isPrevious && fingerprints.includes(previous.fingerprint)) {
    const response = await decryptResponse<TokenResponse<CallResponse>>(call.token, previous.response);
    return response === undefined ? closed("jwt invalid") : { kind: "closed", response };
  }
  if (attempt.endReason) return closed("state not found in cache");
  const reread = isPrevious && previous.mayReread && (await rereadPage(attempt, call));
  return reread ? { kind: "closed", response: reread } : closed("jwt replaced");
}

/**
 * Reads the page with the newest token again, for a client that lost the answer with that token; undefined for any other
 * call. It changes nothing, so the client that did get the newest token can still use it.
 */
async function rereadPage<CallResponse>(
  attempt: RegistrationAttempt,
  { deps, requestContext, request, translate }: CheckedCall<CallResponse>,
): Promise<TokenResponse<CallResponse> | undefined> {
  const { page, state, newestJti: jti } = attempt;
  if (request.call !== "page" || jti === undefined) return undefined;
  const person = await loadPerson({ deps, requestContext, attempt }, { needsPerson: true });
  if (person === undefined) return undefined;
  const reply = translate({ kind: "accepted", data: pageData({ attempt, ...person }) });
  return { reply, token: await nextToken(deps, { attempt, page, state, jti }) };
}

/** Creates the event that records every change of step, forward or back. */
function stepEvents(from: Page, to: Page) {
  const { step } = flow[to];
  return step === flow[from].step
    ? []
    : [{ event: "registration.stepped", result: step, facts: { page: to } } as const];
}

/** Signs a token that expires with the registration: after 15 minutes without a step, at the latest after 30. */
function nextToken(
  deps: IdentityProofDeps,
  next: Pick<TransitionResult, "page" | "state"> & {
    attempt: RegistrationAttempt;
    stepAt?: Date | undefined;
    jti: string;
  },
): Promise<string> {
  const { attempt, page, state, jti } = next;
  const idleEnd = (next.stepAt ?? attempt.lastStepAt).getTime() + ttl.registrationIdleMinutes * 60_000;
  return signToken(deps.keys.sessionToken, {
    sid: attempt.id,
    step: flow[page].step,
    page,
    ...(state.accountType && { accountType: state.accountType }),
    jti,
    iat: Math.floor(attempt.now.getTime() / 1000),
    exp: Math.floor(Math.min(idleEnd, attempt.endsAt.getTime()) / 1000),
  });
}

function requestParts({ method, path, rawBody }: TokenRequest): string[] {
  return ["request", method, path, rawBody];
}

/** Records a failed save, since the call's own transaction was rolled back. */
export async function recordSaveFailure(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { call, token }: { call: string; token: string | undefined },
): Promise<void> {
  const claims = await readToken(deps.keys.sessionToken, token ?? "");
  const attempt = claims && (await readAttempt(deps.database, claims.sid));
  if (attempt === undefined) return;
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, {
      event: "registration.saveFailed",
      result: call,
      ...eventFields(requestContext, attempt),
    }),
  );
}
