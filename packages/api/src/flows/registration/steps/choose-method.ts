import { maskedChannel, usableChannels } from "../../../verification/channel.rule.ts";
import { findLockout, identityOf } from "../../../verification/lockout.rule.ts";
import type { CallHandler } from "../registration-call.port.ts";
import { accept, atOnce, lockOut, refuse, refuseFields } from "../transition.rule.ts";
import { sendCodeStep } from "./send-code.ts";
import { useChannel } from "./start-verification.ts";

/** Lists the person's verification channels, masked; empty when there is none. */
export const listOptions: CallHandler = async ({ deps, session, person }) => {
  if (person === undefined) throw new Error("options before a person was found");
  const usable = usableChannels(person, deps);
  const options = (session.state.options ?? []).filter((option) => usable.includes(option.method));
  return atOnce(
    accept(options.map(({ id, method: type }) => ({ id, type, maskedValue: maskedChannel(type, person) }))),
  );
};

export const send: CallHandler = async (context) => {
  const { deps, requestContext, session, request, person } = context;
  const option = session.state.options?.find(({ id }) => id === request.optionId);
  if (person === undefined) throw new Error("a code before a person was found");
  if (option === undefined || !usableChannels(person, deps).includes(option.method))
    return atOnce(refuseFields({ optionId: "format" }));
  const identity = identityOf({ brandId: requestContext.brand.id, personKey: person.personKey });
  return async (transaction) => {
    const lockout = await findLockout(deps.limits, transaction, identity);
    if (lockout) return lockOut(lockout);
    return useChannel(context, transaction, {
      state: session.state,
      person,
      method: option.method,
      from: session.page,
    });
  };
};

/** Sends by the same channel again. A PIN cannot be resent. */
export const resend: CallHandler = async (context) => {
  const { deps, requestContext, session, person } = context;
  const { code } = session.state;
  if (code === undefined || person === undefined) throw new Error("a code is sent again before the first one");
  const recipient = code.method === "SMS" ? person.cellPhone : (code.email ?? person.email);
  if (code.method === "PIN" || recipient === null) return atOnce(refuse("WRONG_STEP"));
  const { purpose, method: channel, emailAsTyped: recipientAsTyped, from } = code;
  const order = { purpose, channel, recipient, recipientAsTyped, person, repeats: true };
  const identity = identityOf({ brandId: requestContext.brand.id, personKey: person.personKey });
  return async (transaction) => {
    const lockout = await findLockout(deps.limits, transaction, identity);
    if (lockout) return lockOut(lockout);
    return sendCodeStep(context, transaction, { state: session.state, order, from });
  };
};
