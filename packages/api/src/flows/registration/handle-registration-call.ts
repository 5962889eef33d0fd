import { AsyncResource } from "node:async_hooks";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { readEmail } from "@vestibule/contract/fields/email.rule.ts";
import { findAccountByEmail } from "../../accounts/account.store.ts";
import { type AuditContext, type AuditEvent, createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { findCandidates } from "../../identity/find-rows.ts";
import { identityByRow, noProof, rowsOfPerson } from "../../identity/person.rule.ts";
import { currentTime } from "../../platform/clock.adapter.ts";
import type { Writes } from "../../platform/conditional-write.adapter.ts";
import type { Trx } from "../../platform/database.table.ts";
import { retryConflicts, transact } from "../../platform/transaction.adapter.ts";
import { apiVersions } from "./api-version.table.ts";
import {
  type AttemptStep,
  lockAttemptForUpdate,
  type RegistrationAttempt,
  readAttempt,
  savingStep,
  type TokenColumns,
} from "./attempt.store.ts";
import { provenContacts } from "./attempt-state.schema.ts";
import type { CallContext, PreparedStep, RegistrationResult, Transition } from "./registration-call.port.ts";
import { renewsAttempt } from "./transition.rule.ts";

export interface CallOutcome extends Omit<AttemptStep, "token"> {
  context: CallContext;
  result: RegistrationResult;
}

/** How an API version identifies a registration, chooses the step of a call and replies. */
export interface CallProtocol<Reply> {
  /** Whether the call needs the identified person or their account. */
  needsPerson: boolean;
  /** Checks whether the call may use the registration; if not, returns its reply. */
  check(attempt: RegistrationAttempt | undefined): Promise<CheckedAttempt<Reply>>;
  choose(context: CallContext): Promise<PreparedStep>;
  /** Builds the reply, and what the API version stores and records besides. */
  reply(outcome: CallOutcome): Promise<{ reply: Reply; token?: TokenColumns; events?: Transition["events"] }>;
}
export type CheckedAttempt<Reply> = { kind: "open"; attempt: RegistrationAttempt } | { kind: "closed"; reply: Reply };

type RegistrationCall = Pick<CallContext, "deps" | "requestContext" | "optionId"> & { id: string };

/**
 * Handles one call of a registration. Throws only when the database or directory is unavailable or hashing is busy.
 * Starts over when another server changed the registration concurrently.
 */
export function handleRegistrationCall<Reply>(
  { id, ...call }: RegistrationCall,
  protocol: CallProtocol<Reply>,
): Promise<Reply> {
  const { deps } = call;
  const handle = async (): Promise<Reply> => {
    for (;;) {
      const read = await protocol.check(await readAttempt(deps.database, id));
      if (read.kind === "closed") return read.reply;
      const context = await loadContext({ ...call, attempt: read.attempt }, protocol);
      const step = context ? await protocol.choose(context) : personNotFound;
      const prepared = { ...unidentified, ...call, ...context, attempt: read.attempt };
      const saved = await (typeof step === "function"
        ? saveInTransaction(prepared, step, protocol)
        : saveInStatement(prepared, step, protocol));
      if (saved) return saved.reply;
    }
  };
  // The lock runs a waiting call in the async context of the call before it, which belongs to another trace.
  return deps.callLock.acquire(
    id,
    AsyncResource.bind(() => retryConflicts(handle)),
  );
}

const unidentified = { person: undefined, candidates: [], policies: [], account: undefined };
const personNotFound: Transition = { result: { kind: "notFound" }, endReason: "personGone" };

/** Adds the person, or on the pages of the DONE step their account; undefined if there is none any more. */
async function loadContext(
  call: Omit<CallContext, keyof typeof unidentified>,
  { needsPerson }: Pick<CallProtocol<unknown>, "needsPerson">,
): Promise<CallContext | undefined> {
  const { deps, requestContext, attempt } = call;
  const { found } = attempt.state;
  if (found === undefined || !needsPerson) return { ...call, ...unidentified };
  const { id: brandId, companies } = requestContext.brand;
  if (flow[attempt.page].step === "DONE") {
    const { existingAccount, username } = attempt.state;
    const email = existingAccount ? readEmail(existingAccount.email)?.email : username?.email;
    const account = email && (await findAccountByEmail(deps.database, { brandId, email }));
    return account ? { ...call, ...unidentified, account } : undefined;
  }
  const candidates = await findCandidates(deps, { companies, person: { ...noProof, personKey: found.personKey } });
  const person = candidates.find((row) => row.id === found.rowId);
  if (person === undefined) return undefined;
  const policies = rowsOfPerson(candidates, identityByRow(person, provenContacts(attempt.state)));
  return { ...call, ...unidentified, person, candidates, policies };
}

/** Saves a transition and everything that it writes in one statement; undefined when the attempt has changed. */
async function saveInStatement<Reply>(
  context: CallContext,
  transition: Transition,
  protocol: CallProtocol<Reply>,
): Promise<{ reply: Reply } | undefined> {
  const { deps, attempt } = context;
  const { reply, step, writes, events } = await conclude(context, transition, protocol);
  const row =
    events.length === 0
      ? (await savingStep(attempt, step, writes).execute(deps.database)).rows[0]
      : await deps.auditor.recordWith(
          deps.database,
          { at: currentTime(attempt), events: { saved: events } },
          ({ saved }) => savingStep(attempt, step, writes, saved),
        );
  if (row?.isSaved) return { reply };
  const { counted, deciding } = transition;
  if (counted) await deps.limits.refund(deps.database, { keys: counted });
  if (!row?.isUnchanged || deciding?.otherwise === undefined) return undefined;
  return saveInStatement(context, await deciding.otherwise(), protocol);
}

/** Runs a step on the locked attempt and saves its transition in the same transaction. */
function saveInTransaction<Reply>(
  context: CallContext,
  step: (transaction: Trx) => Promise<Transition>,
  protocol: CallProtocol<Reply>,
): Promise<{ reply: Reply } | undefined> {
  const { deps, attempt } = context;
  return transact(deps.database, async (transaction) => {
    const locked = await protocol.check(await lockAttemptForUpdate(transaction, attempt.id));
    if (locked.kind === "closed") return locked;
    if (locked.attempt.version !== attempt.version) return undefined;
    const concluded = await conclude(context, await step(transaction), protocol);
    await savingStep(attempt, concluded.step, concluded.writes).execute(transaction);
    await deps.auditor.record(transaction, ...concluded.events);
    return concluded;
  });
}

/** The reply to a transition, and what it saves: the state, messages and audit events. */
async function conclude<Reply>(
  context: CallContext,
  transition: Transition,
  protocol: Pick<CallProtocol<Reply>, "reply">,
): Promise<{ reply: Reply; step: AttemptStep; writes: Writes; events: AuditEvent[] }> {
  const { deps, requestContext, attempt } = context;
  const { result, page = attempt.page, state = attempt.state, endReason, notices = [], writes = [] } = transition;
  const stepAt = renewsAttempt(result) ? attempt.now : undefined;
  const outcome: CallOutcome = { context, result, page, state, endReason, stepAt };
  const { reply, token, events = [] } = await protocol.reply(outcome);
  const messages = notices.map((notice) => deps.notifier.notifying({ ...notice, journeyId: attempt.id }));
  const fields = eventFields(requestContext, { ...attempt, state });
  return {
    reply,
    step: { page, state, endReason, stepAt, token },
    writes: { deciding: transition.deciding?.write, others: [...writes, ...(await Promise.all(messages))] },
    events: [...(transition.events ?? []), ...events].map((event) => ({ ...event, ...fields })),
  };
}

/** Fields that every audit event of a registration has. */
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
