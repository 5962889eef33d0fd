import { isDeepStrictEqual } from "node:util";
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
  type TokenColumns,
} from "./attempt.store.ts";
import type { AttemptState } from "./attempt-state.schema.ts";
import type {
  CallContext,
  RegistrationDeps,
  RegistrationResult,
  TransactionStep,
  Transition,
} from "./registration-call.port.ts";
import { atOnce, renewsAttempt } from "./transition.rule.ts";

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
  choose(context: CallContext): Promise<TransactionStep>;
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
 * Begins again when another server changed the registration meanwhile.
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
      const step = await (context ? protocol.choose(context) : personGone);
      const outcome = await transact(deps.database, async (transaction) => {
        const locked = await protocol.check(await lockAttemptForUpdate(transaction, id));
        if (locked.kind === "closed") return locked;
        const { attempt } = locked;
        if (!isDeepStrictEqual(attempt.state, read.attempt.state)) return { kind: "changed" } as const;
        return commitTransition(
          transaction,
          { ...nobody, ...call, ...context, attempt },
          {
            ...protocol,
            transition: await step(transaction),
          },
        );
      });
      if (outcome.kind === "closed") return outcome.reply;
    }
  });
}

const nobody = { person: undefined, policies: [], account: undefined };
/** The person is no longer on the policy. */
const personGone = Promise.resolve(atOnce({ result: { kind: "gone" }, endReason: "personGone" }));

/** Adds the person, or on the pages of the DONE step their account; undefined if there is none any more. */
async function loadContext(
  call: Omit<CallContext, keyof typeof nobody>,
  { needsPerson }: Pick<CallProtocol<unknown>, "needsPerson">,
): Promise<CallContext | undefined> {
  const { deps, requestContext, attempt } = call;
  const { found } = attempt.state;
  if (found === undefined || !needsPerson) return { ...call, ...nobody };
  const { id: brandId, companies } = requestContext.brand;
  const { rowId, personKey } = found;
  if (flow[attempt.page].step === "DONE") {
    const account = await deps.accountStore.findByPerson(deps.database, { brandId, personKey });
    return account && { ...call, ...nobody, account };
  }
  const policies = await deps.directory.findByPerson({ companies, personKey });
  const person = policies.find((row) => row.id === rowId);
  return person && { ...call, ...nobody, person, policies };
}

/** Saves messages, the state, then audit events, in the transaction that locked the attempt. */
async function commitTransition<Reply>(
  transaction: Trx,
  context: CallContext,
  { transition, reply: replyTo }: Pick<CallProtocol<Reply>, "reply"> & { transition: Transition },
): Promise<{ kind: "closed"; reply: Reply }> {
  const { deps, requestContext, attempt } = context;
  const { result, page = attempt.page, state = attempt.state, endReason, notices = [], events = [] } = transition;
  const stepAt = renewsAttempt(result) ? attempt.now : undefined;
  const { reply, token, events: more = [] } = await replyTo({ context, result, page, state, endReason, stepAt });
  for (const notice of notices) await deps.notifier.notify(transaction, { ...notice, journeyId: attempt.id });
  await saveAttempt(transaction, { id: attempt.id, page, state, stepAt, endReason, token });
  for (const event of [...events, ...more])
    await deps.auditor.record(transaction, {
      ...event,
      brandId: attempt.brandId,
      journeyId: attempt.id,
      actor: "person",
      auditContext: auditContextOf(requestContext, { ...attempt, state }),
    });
  return { kind: "closed", reply };
}

export function auditContextOf(
  requestContext: RequestContext,
  { api, state }: Pick<RegistrationAttempt, "api" | "state">,
): AuditContext {
  const accountType = state.accountType && (state.provenAccountType ?? state.accountType);
  return createAuditContext(apiVersions[api].journey, requestContext, accountType);
}
