import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import { type AuditContext, createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { apiVersions } from "./api-version.table.ts";
import {
  lockAttemptForUpdate,
  type RegistrationAttempt,
  readAttempt,
  saveAttempt,
  saveIfUnchanged,
  type TokenColumns,
} from "./attempt.store.ts";
import type { AttemptState } from "./attempt-state.schema.ts";
import type {
  CallContext,
  PreparedStep,
  RegistrationDeps,
  RegistrationResult,
  Transition,
} from "./registration-call.port.ts";
import { renewsAttempt } from "./transition.rule.ts";

/** A handled call: its result, and the registration after it. */
export interface CallOutcome {
  context: CallContext;
  result: RegistrationResult;
  page: Page;
  state: AttemptState;
  endReason: string | undefined;
  /** When the idle time restarts; undefined when the call is not a step. */
  stepAt: Date | undefined;
}

/** How an API version identifies a registration, chooses the step of a call and replies. */
export interface CallProtocol<Reply> {
  /** Whether the call needs the identified person or their account. */
  needsPerson: boolean;
  /** Whether the call may use the registration; else its reply. */
  check(attempt: RegistrationAttempt | undefined): Promise<CheckedAttempt<Reply>>;
  choose(context: CallContext): Promise<PreparedStep>;
  /** The reply, and what the version stores and records besides. */
  reply(outcome: CallOutcome): Promise<{ reply: Reply; token?: TokenColumns; events?: Transition["events"] }>;
}
export type CheckedAttempt<Reply> = { kind: "open"; attempt: RegistrationAttempt } | { kind: "closed"; reply: Reply };

interface RegistrationCall {
  deps: RegistrationDeps;
  requestContext: RequestContext;
  /** Of the registration. */
  id: string;
  optionId?: string | undefined;
}

/**
 * Handles one call of a registration. Throws only when the database or directory is unavailable or hashing is busy.
 * Starts over when another server changed the registration concurrently.
 */
export function handleRegistrationCall<Reply>(
  { id, ...call }: RegistrationCall,
  protocol: CallProtocol<Reply>,
): Promise<Reply> {
  const { deps } = call;
  return deps.callLock.acquire(id, async () => {
    for (;;) {
      const read = await protocol.check(await readAttempt(deps.database, id));
      if (read.kind === "closed") return read.reply;
      const context = await loadContext({ ...call, attempt: read.attempt }, protocol);
      const step = context ? await protocol.choose(context) : personNotFound;
      const prepared = { ...unidentified, ...call, ...context, attempt: read.attempt };
      if (isQuiet(step)) {
        const { outcome, reply, token } = await conclude(prepared, step, protocol);
        if (await saveIfUnchanged(deps.database, read.attempt, { ...outcome, token })) return reply;
        continue;
      }
      const committed = await transact(deps.database, async (transaction) => {
        const locked = await protocol.check(await lockAttemptForUpdate(transaction, id));
        if (locked.kind === "closed") return locked;
        if (locked.attempt.version !== read.attempt.version) return undefined;
        const transition = typeof step === "function" ? await step(transaction) : step;
        return commitTransition(transaction, prepared, { ...protocol, transition });
      });
      if (committed) return committed.reply;
    }
  });
}

/** Whether a step only replies and, with API v2, changes the token. */
function isQuiet(step: PreparedStep): step is Transition {
  if (typeof step === "function") return false;
  const { page, endReason, events, notices } = step;
  return page === undefined && endReason === undefined && events === undefined && notices === undefined;
}

const unidentified = { person: undefined, policies: [], account: undefined };
/** The person is no longer on the policy. */
const personNotFound: Transition = { result: { kind: "gone" }, endReason: "personGone" };

/** Adds the person, or on the pages of the DONE step their account; undefined if there is none any more. */
async function loadContext(
  call: Omit<CallContext, keyof typeof unidentified>,
  { needsPerson }: Pick<CallProtocol<unknown>, "needsPerson">,
): Promise<CallContext | undefined> {
  const { deps, requestContext, attempt } = call;
  const { found } = attempt.state;
  if (found === undefined || !needsPerson) return { ...call, ...unidentified };
  const { id: brandId, companies } = requestContext.brand;
  const { rowId, personKey } = found;
  if (flow[attempt.page].step === "DONE") {
    const account = await deps.accountStore.findByPerson(deps.database, { brandId, personKey });
    return account && { ...call, ...unidentified, account };
  }
  const policies = await deps.directory.findByPerson({ companies, personKey });
  const person = policies.find((row) => row.id === rowId);
  return person && { ...call, ...unidentified, person, policies };
}

async function conclude<Reply>(
  context: CallContext,
  { result, page = context.attempt.page, state = context.attempt.state, endReason }: Transition,
  { reply: replyTo }: Pick<CallProtocol<Reply>, "reply">,
) {
  const stepAt = renewsAttempt(result) ? context.attempt.now : undefined;
  const outcome: CallOutcome = { context, result, page, state, endReason, stepAt };
  return { outcome, ...(await replyTo(outcome)) };
}

/** Saves messages, the state, then audit events, in the transaction that locked the attempt. */
async function commitTransition<Reply>(
  transaction: Trx,
  context: CallContext,
  { transition, ...protocol }: Pick<CallProtocol<Reply>, "reply"> & { transition: Transition },
): Promise<{ reply: Reply }> {
  const { deps, requestContext, attempt } = context;
  const { notices = [], events = [] } = transition;
  const { outcome, reply, token, events: more = [] } = await conclude(context, transition, protocol);
  for (const notice of notices) await deps.notifier.notify(transaction, { ...notice, journeyId: attempt.id });
  await saveAttempt(transaction, attempt.id, { ...outcome, token });
  const fields = eventFields(requestContext, { ...attempt, state: outcome.state });
  await deps.auditor.record(transaction, ...[...events, ...more].map((event) => ({ ...event, ...fields })));
  return { reply };
}

/** What every audit event of a registration names. */
export function eventFields(requestContext: RequestContext, attempt: RegistrationAttempt) {
  const { id: journeyId, brandId } = attempt;
  return { brandId, journeyId, actor: "person", auditContext: auditContextOf(requestContext, attempt) } as const;
}

export function auditContextOf(
  requestContext: RequestContext,
  { api, state }: Pick<RegistrationAttempt, "api" | "state">,
): AuditContext {
  const accountType = state.accountType && (state.provenAccountType ?? state.accountType);
  return createAuditContext(apiVersions[api].journey, requestContext, accountType);
}
