import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { maskedChannel, usableChannels } from "../../../verification/channel.rule.ts";
import { resendWaitSeconds } from "../../../verification/resend-wait.rule.ts";
import { identityLockout } from "../identity-lockout.ts";
import type { CallHandler } from "../registration-call.port.ts";
import { accept, atOnce, lockOut, refuse, refuseFields, throttle } from "../transition.rule.ts";
import { sendCode } from "./send-code.ts";
import { useChannel } from "./start-verification.ts";

/** Lists the person's verification channels, masked; empty when there is none. */
export const listOptions: CallHandler = async ({ deps, session, person }) => {
  if (person === undefined) throw new Error("options before anybody was found");
  const usable = usableChannels(person, deps);
  const options = (session.state.options ?? []).filter((option) => usable.includes(option.type));
  return atOnce(accept(options.map(({ id, type }) => ({ id, type, maskedValue: maskedChannel(type, person) }))));
};

export const send: CallHandler = async (context) => {
  const { session, request, person } = context;
  const option = session.state.options?.find(({ id }) => id === request.optionId);
  if (person === undefined) throw new Error("a code is sent before anybody was found");
  if (option === undefined || !usableChannels(person, context.deps).includes(option.type))
    return atOnce(refuseFields({ optionId: "format" }));
  return async (transaction) => {
    const pause = await identityLockout(context, transaction, person.personKey);
    if (pause) return pause;
    const transition = await useChannel(context, transaction, {
      state: session.state,
      person,
      type: option.type,
      from: session.page,
    });
    return transition ?? lockOut("sends");
  };
};

/** Sends by the same channel again after its waiting time. A PIN cannot be resent. */
export const resend: CallHandler = async (context) => {
  const { session, person } = context;
  const { code } = session.state;
  if (code === undefined || person === undefined) throw new Error("a code is sent again that nobody asked for");
  if (code.type === "PIN") return atOnce(refuse("WRONG_STEP"));
  const recipient = code.type === "SMS" ? person.cellPhone : (code.email ?? person.email);
  if (recipient === null) return atOnce(refuse("WRONG_STEP"));
  const order = {
    purpose: code.purpose,
    channel: code.type,
    recipient,
    ...(code.emailAsTyped && { recipientAsTyped: code.emailAsTyped }),
    person,
    from: code.from,
  };
  return async (transaction) => {
    const pause = await identityLockout(context, transaction, person.personKey);
    if (pause) return pause;
    const sendsLeft = session.state.codesSent[code.purpose] <= limitRows.resendSession.limit;
    const wait = resendWaitSeconds(code.sentAt, session.now);
    if (sendsLeft && wait > 0) return throttle({ retryAfterSeconds: wait });
    const sending = await sendCode(context, transaction, { state: session.state, order });
    if (sending.kind === "noneLeft") return lockOut("sends");
    if (sending.kind === "full") return throttle(sending);
    const { state, notices, events } = sending;
    return accept({}, { page: "VERIFY_CODE", state, notices, events });
  };
};
