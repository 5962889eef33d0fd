import type { OptionType } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { resendWaitSeconds } from "../../../verification/resend-wait.rule.ts";
import { type RegistrationState, withoutPerson } from "../attempt-state.schema.ts";
import { identityLockout } from "../identity-lockout.ts";
import type { CallContext, Transition } from "../registration-call.port.ts";
import { accept, throttle } from "../transition.rule.ts";
import { sendCode } from "./send-code.ts";

/**
 * Starts the verification of an identified person and discards an earlier one. A single channel is used at once;
 * otherwise the options are shown.
 */
export async function startVerification(
  context: Pick<CallContext, "deps" | "requestContext" | "session">,
  transaction: Trx,
  finding: { person: PolicyPerson; by: Page; keep?: Partial<RegistrationState> },
): Promise<Transition> {
  const { person, by } = finding;
  const found = { rowId: person.id, personKey: person.personKey, by };
  const pause = await identityLockout(context, transaction, person.personKey);
  // Keeps the person found, so that agents see whose lockout it is.
  if (pause) return { ...pause, state: { ...withoutPerson(context.session.state), found } };
  await revokeCodes(transaction, context.session.id);
  const options = usableChannels(person, context.deps).map((type) => ({ id: context.deps.random.token(9), type }));
  const state: RegistrationState = {
    ...withoutPerson(context.session.state),
    ...finding.keep,
    found,
    options,
  };
  const result = options.length === 0 ? "noChannel" : "ok";
  const identified = {
    event: "registration.identified",
    result,
    facts: { page: by, channels: options.length },
  } as const;
  const [only] = options;
  if (only === undefined || options.length > 1)
    return accept({}, { page: "VERIFY_OPTIONS", state, events: [identified] });
  const transition = await useChannel(context, transaction, { state, person, type: only.type, from: by });
  // If the channel cannot send now, the options are shown; choosing it then returns the waiting time.
  if (transition === undefined || transition.result.kind === "refused")
    return accept({}, { page: "VERIFY_OPTIONS", state, events: [identified] });
  return { ...transition, events: [identified, ...(transition.events ?? [])] };
}

/**
 * Sends a code by a channel, or waits for an issued PIN; undefined when no code is left to send. The waiting time
 * between codes applies across channels.
 */
export async function useChannel(
  context: Pick<CallContext, "deps" | "requestContext" | "session">,
  transaction: Trx,
  use: { state: RegistrationState; person: PolicyPerson; type: OptionType; from: Page },
): Promise<Transition | undefined> {
  const { state, person, type, from } = use;
  if (type === "PIN") {
    const code = { purpose: "registration", type, sentAt: context.session.now.toISOString(), from } as const;
    await revokeCodes(transaction, context.session.id);
    return accept({}, { page: "VERIFY_CODE", state: { ...state, code } });
  }
  const recipient = type === "SMS" ? person.cellPhone : person.email;
  if (recipient === null) return undefined;
  const sendsLeft = state.codesSent.registration <= limitRows.resendSession.limit;
  const wait = resendWaitSeconds(state.codeSentAt, context.session.now);
  if (sendsLeft && wait > 0) return throttle({ retryAfterSeconds: wait });
  const order = { purpose: "registration", channel: type, recipient, person, from } as const;
  const sending = await sendCode(context, transaction, { state, order });
  if (sending.kind === "noneLeft") return undefined;
  if (sending.kind === "full") return throttle(sending);
  const { state: next, notices, events } = sending;
  return accept({}, { page: "VERIFY_CODE", state: next, notices, events });
}
