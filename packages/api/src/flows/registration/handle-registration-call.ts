import { flow } from "@vestibule/catalogue/flow.table.ts";
import { readEmailOnFile } from "@vestibule/contract/fields/email.rule.ts";
import { findAccountByEmail } from "../../accounts/account.store.ts";
import { type AuditContext, createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { removeFormerPersonIds } from "../../identity/find-account-of-row.ts";
import { findCandidates } from "../../identity/find-rows.ts";
import { identityByRow, noProof, rowsOfPerson } from "../../identity/person.rule.ts";
import type { LimitCount } from "../../limits/limit.port.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countAttempt, refundAttempt } from "../../verification/count-attempt.ts";
import { apiVersions } from "./api-version.table.ts";
import {
  type AttemptStep,
  lockAttemptForUpdate,
  type RegistrationAttempt,
  readAttempt,
  saveStep,
  type TokenColumns,
} from "./attempt.store.ts";
import { provenContacts } from "./attempt-state.schema.ts";
import type {
  CallStep,
  RegistrationContext,
  RegistrationResult,
  TransactionStep,
  Transition,
} from "./registration-call.port.ts";
import { renewsAttempt } from "./transition.rule.ts";

export interface TransitionResult extends Omit<AttemptStep, "token"> {
  context: RegistrationContext;
  result: RegistrationResult;
}

/** How an API version identifies a registration, chooses the step of a call and replies. */
export interface CallProtocol<CallResponse> {
  /** Whether the call needs the identified person or their account. */
  needsPerson: boolean;
  /** Checks whether the call may use the registration; if not, returns its response. */
  check(attempt: RegistrationAttempt | undefined): Promise<CheckedAttempt<CallResponse>>;
  /** Chooses the step of the call. */
  chooseStep(context: RegistrationContext): Promise<CallStep>;
  /** Builds the response, and what the API version stores and records in addition. */
  respond(
    result: TransitionResult,
  ): Promise<{ response: CallResponse; token?: TokenColumns; events?: Transition["events"] }>;
}
export type CheckedAttempt<CallResponse> =
  | { kind: "open"; attempt: RegistrationAttempt }
  | { kind: "closed"; response: CallResponse };

type CallInput = Pick<RegistrationContext, "deps" | "requestContext" | "optionId"> & { id: string };

/**
 * Handles one call of a registration. Throws only when the database or directory is unavailable or hashing is busy.
 * Starts over when another server changed the registration concurrently.
 */
export async function handleRegistrationCall<CallResponse>(
  { id, ...call }: CallInput,
  protocol: CallProtocol<CallResponse>,
): Promise<CallResponse> {
  for (;;) {
    const read = await protocol.check(await readAttempt(call.deps.database, id));
    if (read.kind === "closed") return read.response;
    const { attempt } = read;
    const person = await loadPerson({ ...call, attempt }, protocol);
    const context: RegistrationContext = { ...call, ...(person ?? unidentified), attempt };
    const step = person ? await protocol.chooseStep(context) : personNotFound;
    const saved = await runStep(context, step, protocol);
    if (saved) return saved.response;
  }
}

type LoadedPerson = Pick<RegistrationContext, "person" | "candidates" | "policies" | "account">;

const unidentified: LoadedPerson = { person: undefined, candidates: [], policies: [], account: undefined };
const personNotFound: Transition = { result: { kind: "notFound" }, endReason: "personGone" };

/** Loads the person, or on the pages of the DONE step their account; undefined if there is none any more. */
export async function loadPerson(
  { deps, requestContext, attempt }: Pick<RegistrationContext, "deps" | "requestContext" | "attempt">,
  { needsPerson }: Pick<CallProtocol<unknown>, "needsPerson">,
): Promise<LoadedPerson | undefined> {
  const { found } = attempt.state;
  if (found === undefined || !needsPerson) return unidentified;
  const { id: brandId, companies } = requestContext.brand;
  if (flow[attempt.page].step === "DONE") {
    const { existingAccount, username } = attempt.state;
    const email = existingAccount ? readEmailOnFile(existingAccount.email)?.email : username?.email;
    const account = email && (await findAccountByEmail(deps.database, { brandId, email }));
    return account ? { ...unidentified, account } : undefined;
  }
  const candidates = await findCandidates(deps, { companies, person: { ...noProof, personKey: found.personKey } });
  const person = candidates.find((row) => row.id === found.rowId);
  if (person === undefined) return undefined;
  const policies = rowsOfPerson(candidates, identityByRow(person, provenContacts(attempt.state)));
  await removeFormerPersonIds(deps, { brandId, rows: [person, ...policies] });
  return { ...unidentified, person, candidates, policies };
}

/** Counts the attempt of a counted step, and runs the step. */
function runStep<CallResponse>(
  context: RegistrationContext,
  step: CallStep,
  protocol: CallProtocol<CallResponse>,
): Promise<{ response: CallResponse } | undefined> {
  if (typeof step === "function") return saveInTransaction(context, { step }, protocol);
  if (!("windows" in step)) return saveInTransaction(context, { step: async () => step }, protocol);
  return countAttempt(context.deps, step.windows, (count) =>
    saveInTransaction(context, { step: (transaction) => step.run(transaction, count), count }, protocol),
  );
}

/**
 * Runs a step on the locked attempt, and saves its transition, events and response in the same transaction. Undefined, with
 * nothing compared and the count refunded, where the attempt has changed since it was read.
 */
function saveInTransaction<CallResponse>(
  context: RegistrationContext,
  { step, count }: { step: TransactionStep; count?: LimitCount },
  protocol: CallProtocol<CallResponse>,
): Promise<{ response: CallResponse } | undefined> {
  const { deps, requestContext, attempt } = context;
  return transact(deps.database, async (transaction) => {
    const locked = await protocol.check(await lockAttemptForUpdate(transaction, attempt.id));
    if (locked.kind === "closed" || locked.attempt.version !== attempt.version) {
      if (count) await refundAttempt(deps, transaction, count);
      return locked.kind === "closed" ? locked : undefined;
    }
    const transition = await step(transaction);
    const { result, page = attempt.page, state = attempt.state, endReason } = transition;
    const stepAt = renewsAttempt(result) ? attempt.now : undefined;
    const {
      response,
      token,
      events = [],
    } = await protocol.respond({ context, result, page, state, endReason, stepAt });
    await saveStep(transaction, attempt, { page, state, endReason, stepAt, token });
    const fields = eventFields(requestContext, { ...attempt, state });
    const recorded = [...(transition.events ?? []), ...events].map((event) => ({ ...event, ...fields }));
    await deps.auditor.record(transaction, ...recorded);
    return { response };
  });
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
