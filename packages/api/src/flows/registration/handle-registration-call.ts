import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { allowsCall } from "@vestibule/contract/flow.rule.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import type { RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { type AttemptV2, lockAttemptForUpdate, readAttempt } from "./attempt.store.ts";
import type { StateV2 } from "./attempt-state.schema.ts";
import { callHandlers } from "./call-handlers.table.ts";
import { commitTransition } from "./commit-transition.ts";
import { decryptReply, encryptReply } from "./encrypted-reply.adapter.ts";
import type {
  CallContext,
  CallResult,
  RegistrationDeps,
  RegistrationRequest,
  TokenFault,
  TransactionStep,
  Transition,
} from "./registration-call.port.ts";
import { readToken, signToken } from "./session-token.adapter.ts";
import { atOnce, refuse, refuseToken, renewsSession } from "./transition.rule.ts";

/**
 * Handles one call of a session and returns the next token. Throws only when the database or directory is unavailable
 * or hashing is busy.
 */
export async function handleRegistrationCall(
  deps: RegistrationDeps,
  requestContext: RequestContext,
  request: RegistrationRequest,
): Promise<CallResult> {
  const token = request.token ?? "";
  const claims = await readToken(deps.keys.sessionToken, token);
  if (claims === undefined) return { result: refuseToken("jwt invalid") };
  return deps.callLock.acquire(claims.sid, () => runInTurn({ deps, requestContext, request, token, claims }));
}

async function runInTurn(call: TokenCall): Promise<CallResult> {
  const { deps, requestContext, request, claims } = call;
  const seen = await checkToken(await readAttempt(deps.database, { api: "v2", id: claims.sid }), call);
  if (seen.kind === "answered") return seen.answered;
  const act = await prepare({ deps, requestContext, session: seen.session, request });

  return transact(deps.database, async (transaction) => {
    // Checks the token again on the locked row, since another server may have handled a call in between.
    const now = await checkToken(await lockAttemptForUpdate(transaction, { api: "v2", id: claims.sid }), call);
    if (now.kind === "answered") return now.answered;
    return commitCall(transaction, { ...call, session: now.session }, await act(transaction));
  });
}

/** A call whose token has a valid signature. */
interface TokenCall extends Pick<CallContext, "deps" | "requestContext" | "request"> {
  token: string;
  claims: RegistrationTokenClaims;
}

type TokenState = { kind: "current"; session: AttemptV2 } | { kind: "answered"; answered: CallResult };

/** Compares a signed token with its session: the latest is current, the previous one may repeat its request. */
async function checkToken(session: AttemptV2 | undefined, asked: TokenCall): Promise<TokenState> {
  const { jti } = asked.claims;
  if (session === undefined) return refused("state not found in cache");
  if (session.brandId !== asked.requestContext.brand.id) return refused("jwt invalid");
  if (session.over) return refused("jwt expired");
  if (session.newestJti === jti) return { kind: "current", session };
  const { previous } = session;
  if (previous?.jti === jti && fingerprints(asked.deps, asked.request).includes(previous.fingerprint)) {
    const answered = await decryptReply<CallResult>(asked.token, previous.answer);
    return answered === undefined ? refused("jwt invalid") : { kind: "answered", answered };
  }
  return refused(session.ended ? "state not found in cache" : "jwt replaced");
}

function refused(fault: TokenFault): TokenState {
  return { kind: "answered", answered: { result: refuseToken(fault) } };
}

async function prepare(asked: Omit<CallContext, "person" | "account">): Promise<TransactionStep> {
  const { deps, requestContext, session, request } = asked;
  if (!allowsCall(session.page, request.call)) return atOnce(refuse("WRONG_STEP"));
  const { found } = session.state;
  if (found === undefined || request.call === "cancel")
    return callHandlers[request.call]({ ...asked, person: undefined, account: undefined });
  const gone = atOnce({ result: refuseToken("state not found in cache"), endReason: "personGone" });
  if (flow[session.page].step === "DONE") {
    const query = { brandId: requestContext.brand.id, personKey: found.personKey };
    const account = await deps.accountStore.findByPerson(deps.database, query);
    return account === undefined ? gone : callHandlers[request.call]({ ...asked, person: undefined, account });
  }
  const person = await deps.directory.findById(found.rowId);
  if (person?.personKey !== found.personKey) return gone;
  return callHandlers[request.call]({ ...asked, person, account: undefined });
}

/** Signs the next token and saves the transition with the reply for a repeated request. */
async function commitCall(
  transaction: Trx,
  call: TokenCall & { session: AttemptV2 },
  transition: Transition,
): Promise<CallResult> {
  const { deps, requestContext, request, session } = call;
  const { page = session.page, state = session.state, result, events = [], endReason } = transition;
  const stepAt = renewsSession(transition) ? session.now : undefined;
  const newestJti = deps.random.token(16);
  const next = endReason === undefined && (await nextToken(deps, { session, page, state, stepAt, jti: newestJti }));
  const answered: CallResult = { result, ...(next && { token: next }) };
  const previous = {
    jti: call.claims.jti,
    fingerprint: keyedHash(deps.keys.secretHash, requestParts(request)),
    answer: await encryptReply(call.token, answered),
  };
  await commitTransition(deps, transaction, {
    requestContext,
    attempt: session,
    transition: { ...transition, events: [...events, ...steppedTo(session.page, page)] },
    stepAt,
    token: { page, newestJti, previous },
  });
  return answered;
}

/** Recorded on every change of step, forward or back. */
function steppedTo(from: Page, to: Page) {
  const { step } = flow[to];
  return step === flow[from].step
    ? []
    : [{ event: "registration.stepped", result: step, facts: { page: to } } as const];
}

/** Signs a token that expires with the session: after 15 minutes without a step, at the latest after 30. */
export async function nextToken(
  deps: RegistrationDeps,
  next: {
    session: AttemptV2;
    page: Page;
    state: StateV2;
    stepAt: Date | undefined;
    jti: string;
  },
): Promise<string> {
  const { session, page, state } = next;
  const idleEnd = (next.stepAt ?? session.lastStepAt).getTime() + ttl.registrationIdleMinutes * 60_000;
  return signToken(deps.keys.sessionToken, {
    sid: session.id,
    step: flow[page].step,
    page,
    ...(state.accountType && { accountType: state.accountType }),
    jti: next.jti,
    iat: Math.floor(session.now.getTime() / 1000),
    exp: Math.floor(Math.min(idleEnd, session.endsAt.getTime()) / 1000),
  });
}

function fingerprints(deps: RegistrationDeps, request: RegistrationRequest): string[] {
  return keyedHashes(deps.keys.secretHash, requestParts(request));
}

function requestParts({ method, path, rawBody }: RegistrationRequest): string[] {
  return ["request", method, path, rawBody];
}
