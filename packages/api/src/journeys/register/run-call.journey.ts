import { allowsCall, flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { callHandlers } from "./call-handlers.table.ts";
import { atOnce, countsAsStep, refuse, refuseToken } from "./move.rule.ts";
import type {
  Act,
  Answered,
  CallContext,
  Move,
  RegisterParts,
  RegistrationRequest,
  TokenFault,
} from "./registration-call.port.ts";
import { lockSession, type RegistrationSession, readSession, saveStep } from "./registration-session.store.ts";
import { openAnswer, sealAnswer } from "./sealed-answer.rule.ts";
import type { RegistrationState } from "./session-state.schema.ts";
import { readToken, signToken } from "./session-token.rule.ts";

/** One call of a session, from its token to the next. Throws only for faults: database or directory away, hashing busy. */
export async function runCall(parts: RegisterParts, visit: Visit, request: RegistrationRequest): Promise<Answered> {
  const token = request.token ?? "";
  const claims = await readToken(parts.keys.sessionToken, token);
  if (claims === undefined) return { ending: refuseToken("jwt invalid") };
  return parts.turns.take(claims.sid, () => runInTurn({ parts, visit, request, token, claims }));
}

async function runInTurn(call: TokenCall): Promise<Answered> {
  const { parts, visit, request, claims } = call;
  const seen = judgeToken(await readSession(parts.database, claims.sid), call);
  if (seen.kind === "answered") return seen.answered;
  const act = await prepare({ parts, visit, session: seen.session, request });

  return transact(parts.database, async (transaction) => {
    // Another server may have been quicker: the token is judged again on the row that is held now.
    const now = judgeToken(await lockSession(transaction, claims.sid), call);
    if (now.kind === "answered") return now.answered;
    return settle(transaction, { ...call, session: now.session }, await act(transaction));
  });
}

/** A call with a token of ours. */
interface TokenCall extends Pick<CallContext, "parts" | "visit" | "request"> {
  token: string;
  claims: RegistrationTokenClaims;
}

type Standing = { kind: "current"; session: RegistrationSession } | { kind: "answered"; answered: Answered };

/** What a signed token is worth against its session: the newest is current; the one before may repeat its request. */
function judgeToken(session: RegistrationSession | undefined, asked: TokenCall): Standing {
  const { jti } = asked.claims;
  if (session === undefined) return refused("state not found in cache");
  if (session.brandId !== asked.visit.brand.id) return refused("jwt invalid");
  if (session.over) return refused("jwt expired");
  if (session.newestJti === jti) return { kind: "current", session };
  const { previous } = session;
  if (previous?.jti === jti && fingerprints(asked.parts, asked.request).includes(previous.fingerprint)) {
    const answered = openAnswer<Answered>(asked.token, previous.answer);
    return answered === undefined ? refused("jwt invalid") : { kind: "answered", answered };
  }
  return refused(session.ended ? "state not found in cache" : "jwt replaced");
}

function refused(fault: TokenFault): Standing {
  return { kind: "answered", answered: { ending: refuseToken(fault) } };
}

async function prepare(asked: Omit<CallContext, "person" | "account">): Promise<Act> {
  const { parts, visit, session, request } = asked;
  if (!allowsCall(session.page, request.call)) return atOnce(refuse("WRONG_STEP"));
  const { found } = session.state;
  if (found === undefined || request.call === "cancel")
    return callHandlers[request.call]({ ...asked, person: undefined, account: undefined });
  const gone = atOnce({ ending: refuseToken("state not found in cache"), endedHow: "personGone" });
  if (flow[session.page].step === "DONE") {
    const query = { brandId: visit.brand.id, personKey: found.personKey };
    const account = await parts.users.findByPerson(parts.database, query);
    return account === undefined ? gone : callHandlers[request.call]({ ...asked, person: undefined, account });
  }
  const person = await parts.directory.findById(found.rowId);
  if (person?.personKey !== found.personKey) return gone;
  return callHandlers[request.call]({ ...asked, person, account: undefined });
}

/** Writes a move down: messages, the step with its answer kept for a repeat, and the audit trail last. */
async function settle(
  transaction: Trx,
  call: TokenCall & { session: RegistrationSession },
  move: Move,
): Promise<Answered> {
  const { parts, visit, request, session } = call;
  const page = move.page ?? session.page;
  const state = move.state ?? session.state;
  const stepAt = countsAsStep(move) ? session.now : undefined;
  const newestJti = parts.random.token(16);
  const over = move.endedHow !== undefined;
  const next = over ? undefined : await nextToken(parts, { session, page, state, stepAt, jti: newestJti });
  const answered: Answered = { ending: move.ending, ...(next && { token: next }) };

  for (const notice of move.notices ?? [])
    await parts.notifier.notify(transaction, { ...notice, journeyId: session.id });
  await saveStep(transaction, {
    id: session.id,
    page,
    state,
    newestJti,
    previous: {
      jti: call.claims.jti,
      fingerprint: keyedHash(parts.keys.secretHash, requestParts(request)),
      answer: sealAnswer(call.token, answered),
    },
    stepAt,
    endedHow: move.endedHow,
  });
  for (const event of [...(move.events ?? []), ...steppedTo(session.page, page)])
    await parts.auditor.record(transaction, {
      ...event,
      brandId: visit.brand.id,
      journeyId: session.id,
      actor: "person",
      lived: livedIn("registration", visit, state.provenAccountType ?? state.accountType),
    });
  return answered;
}

/** Told whenever a person comes to another step, forward or back. */
function steppedTo(from: Page, to: Page) {
  const { step } = flow[to];
  return step === flow[from].step
    ? []
    : [{ event: "registration.stepped", result: step, facts: { page: to } } as const];
}

/** A token that ends with the session: after 15 minutes without a step, and in any case after 30. */
export async function nextToken(
  parts: RegisterParts,
  next: {
    session: RegistrationSession;
    page: Page;
    state: RegistrationState;
    stepAt: Date | undefined;
    jti: string;
  },
): Promise<string> {
  const { session, page, state } = next;
  const idleEnd = (next.stepAt ?? session.lastStepAt).getTime() + lifetimes.registrationIdleMinutes * 60_000;
  return signToken(parts.keys.sessionToken, {
    sid: session.id,
    step: flow[page].step,
    page,
    ...(state.accountType && { accountType: state.accountType }),
    jti: next.jti,
    iat: Math.floor(session.now.getTime() / 1000),
    exp: Math.floor(Math.min(idleEnd, session.endsAt.getTime()) / 1000),
  });
}

function fingerprints(parts: RegisterParts, request: RegistrationRequest): string[] {
  return keyedHashes(parts.keys.secretHash, requestParts(request));
}

function requestParts({ method, path, rawBody }: RegistrationRequest): string[] {
  return ["request", method, path, rawBody];
}
