import type { OptionType } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { observe } from "../../../bots/raise-signal.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { identityOf } from "../../../identity/person.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { maskedChannel, usableChannels } from "../../../verification/channel.rule.ts";
import { findLockout, limitSubjectOf } from "../../../verification/lockout.rule.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { type CodeOrder, sendCode } from "../../../verification/send-code.ts";
import { type AttemptState, withoutPerson } from "../attempt-state.schema.ts";
import type { CallHandler, IdentifiedCall, RegistrationContext, Transition } from "../registration-call.port.ts";
import { accept, lockOut, requirePerson, throttle } from "../transition.rule.ts";

/** Lists the person's verification channels, masked; empty when there is none. */
export const listOptions: CallHandler = async (context) => {
  const { deps, attempt, person } = requirePerson(context);
  const usable = usableChannels(person, deps);
  const listed = usable.flatMap((type) =>
    attempt.state.options
      .filter(({ method }) => method === type)
      .map(({ id }) => ({ id, type, maskedValue: maskedChannel(type, person) })),
  );
  return accept(listed);
};

/** Only SMS and EMAIL send: a PIN was issued earlier, and NONE has no code. */
export const chooseMethod: CallHandler = async (context) => {
  const call = requirePerson(context);
  const { deps, attempt, person, optionId } = call;
  const { options, proof } = attempt.state;
  const option = options.find(({ id }) => id === optionId);
  // Nothing more to verify.
  if (option === undefined || proof !== undefined) return { result: { kind: "unknownOption" } };
  const { id, method } = option;
  if (method === "NONE")
    return async (transaction) =>
      (await refuseLockedOut(call, transaction)) ?? {
        result: { kind: "methodChosen" },
        events: [{ event: "registration.noWay", result: "chosen" }],
      };
  if (!usableChannels(person, deps).includes(method)) return { result: { kind: "unknownOption" } };
  return (transaction) => useChannel(call, transaction, { state: attempt.state, id, method, from: attempt.page });
};

/** Sends a code by the same channel again. A PIN cannot be resent. */
export const resend: CallHandler = async (context) => {
  const call = requirePerson(context);
  const { attempt, person } = call;
  const { state } = attempt;
  const { code } = state;
  if (code === undefined) throw new Error("a code is sent again before the first one");
  const recipient = code.method === "SMS" ? person.cellPhone : (code.email ?? person.email);
  if (code.method === "PIN" || recipient === null) return { result: { kind: "wrongStep" } };
  const { id, purpose, method: channel, emailAsTyped: recipientAsTyped, from } = code;
  const order = { purpose, channel, recipient, recipientAsTyped, repeats: true };
  return (transaction) => sendCodeStep(call, transaction, { state, order, id, from });
};

/** Ends a registration whose person is locked out by the day's wrong codes; undefined for any other. */
async function refuseLockedOut(
  { deps, requestContext, person }: IdentifiedCall,
  transaction: Trx,
): Promise<Transition | undefined> {
  const identity = limitSubjectOf({ brandId: requestContext.brand.id, identity: identityOf(person) });
  const lockout = await findLockout(deps.limits, transaction, identity);
  return lockout && lockOut(lockout);
}

/** Sends a code by a channel, or waits for an issued PIN. */
async function useChannel(
  call: IdentifiedCall,
  transaction: Trx,
  { state, id, method, from }: { state: AttemptState; id: string; method: OptionType; from: Page },
): Promise<Transition> {
  const { attempt, person } = call;
  if (method === "PIN") {
    const refusal = await refuseLockedOut(call, transaction);
    if (refusal) return refusal;
    await revokeCodes(transaction, attempt.id);
    const code = { id, purpose: "registration", method, sentAt: attempt.now.toISOString(), from } as const;
    return { result: { kind: "methodChosen" }, page: "VERIFY_CODE", state: { ...state, code } };
  }
  const recipient = method === "SMS" ? person.cellPhone : person.email;
  if (recipient === null) throw new Error("a code by a channel that the person does not have");
  const order = { purpose: "registration", channel: method, recipient } as const;
  return sendCodeStep(call, transaction, { state, order, id, from });
}

export async function sendCodeStep(
  { deps, requestContext, attempt, person }: IdentifiedCall,
  transaction: Trx,
  step: {
    state: AttemptState;
    order: Omit<CodeOrder, "requestContext" | "attempt" | "person">;
    /** The id that a call must name to verify the code. */
    id: string | undefined;
    from: Page;
  },
): Promise<Transition> {
  const { state, order, id, from } = step;
  const call = { ...order, requestContext, person, attempt: { ...attempt, state } };
  const sending = await sendCode(deps, transaction, call);
  if (sending.kind === "wait") {
    // The same choice leads back to the code that was just sent.
    const isSent = state.code?.method === order.channel && state.code.purpose === order.purpose;
    return { ...throttle(sending), ...(isSent && sending.reason === "codeJustSent" && { page: "VERIFY_CODE" }) };
  }
  if (sending.kind === "lockedOut") return lockOut(sending);
  const { sent, code } = sending;
  const { purpose, channel } = order;
  const isFirst = state.codesSent.registration === 0 && purpose === "registration";
  const { clientIp, brand } = requestContext;
  const signals = isFirst
    ? await observe(deps, transaction, "unansweredCodes", { brandId: brand.id, subject: clientIp })
    : [];
  return {
    result: { kind: "codeSent" },
    page: "VERIFY_CODE",
    state: { ...state, ...sent, code: { ...code, id, method: channel, from } },
    events: [{ event: "code.sent", result: "ok", facts: { purpose, channel } }, ...signals],
  };
}

/** Discards an earlier verification. A single channel is used at once; otherwise the options are shown. */
export async function startVerification(
  context: RegistrationContext,
  transaction: Trx,
  finding: { person: PolicyPerson; keep?: Partial<AttemptState> },
): Promise<Transition> {
  const { person } = finding;
  const { deps, attempt } = context;
  const by = attempt.page;
  const found = { rowId: person.id, personKey: person.personKey, by };
  const lockedOut = await refuseLockedOut({ ...context, person }, transaction);
  // Keeps the person found, so that agents see whose lockout it is.
  if (lockedOut) return { ...lockedOut, state: { ...withoutPerson(attempt.state), found } };
  await revokeCodes(transaction, attempt.id);
  const options = usableChannels(person, deps).map((method) => ({ id: deps.random.token(9), method }));
  const state: AttemptState = { ...withoutPerson(attempt.state), ...finding.keep, found, options };
  const identified = {
    event: "registration.identified",
    result: options.length === 0 ? "noChannel" : "ok",
    facts: { page: by, channels: options.length },
  } as const;
  const [only] = options;
  const optionsPage = accept({}, { page: "VERIFY_OPTIONS", state, events: [identified] });
  if (only === undefined || options.length > 1) return optionsPage;
  const transition = await useChannel({ ...context, person }, transaction, { ...only, state, from: by });
  // If the channel cannot send now, the options are shown; choosing it then returns the waiting time.
  if (transition.page === undefined) return optionsPage;
  return { ...transition, events: [identified, ...(transition.events ?? [])] };
}
