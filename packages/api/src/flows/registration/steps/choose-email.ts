import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import { usernameBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { Account } from "../../../accounts/account-store.port.ts";
import { addressTakenNotice } from "../../../accounts/address-taken-notice.store.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { RegistrationState } from "../attempt-state.schema.ts";
import { identityLockout } from "../identity-lockout.ts";
import type { CallContext, CallHandler, Transition } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import {
  accept,
  atOnce,
  failIdentification,
  lockOut,
  refuseCounted,
  refuseFields,
  throttle,
} from "../transition.rule.ts";
import { sendCode } from "./send-code.ts";

/**
 * Sets the account's e-mail: a free, verified one leads to creation, another free one gets a code, a taken one is
 * refused.
 */
export const chooseUsername: CallHandler = async (context) => {
  const { deps, requestContext, session, request, person } = context;
  const body = readBody(usernameBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const faults = fieldFaults({ email: checkEmail(body.value.email) });
  const email = normaliseEmail(body.value.email);
  if (faults || email === undefined) return atOnce(refuseFields(faults ?? { email: "format" }));
  if (person === undefined) throw new Error("a username before anybody was found");
  const emailAsTyped = normaliseText(body.value.email);
  const { state } = session;

  return async (transaction) => {
    const owner = await deps.accountStore.findByEmail(transaction, { brandId: requestContext.brand.id, email });
    if (owner) return usernameTaken(context, transaction, owner);
    if (state.proof?.email === email)
      return accept({}, { page: "CREATE", state: { ...state, username: { email, emailAsTyped } } });
    const pause = await identityLockout(context, transaction, person.personKey);
    if (pause) return pause;
    const sending = await sendCode(context, transaction, {
      state,
      order: {
        purpose: "username",
        channel: "EMAIL",
        recipient: email,
        recipientAsTyped: emailAsTyped,
        person,
        from: session.page,
      },
    });
    if (sending.kind === "noneLeft") return lockOut("sends");
    if (sending.kind === "full") return throttle(sending);
    const { state: next, notices, events } = sending;
    return accept({}, { page: "VERIFY_CODE", state: next, notices, events });
  };
};

/** Another account uses the e-mail: notifies its owner once per session, within the recipient's limits. */
async function usernameTaken(context: CallContext, transaction: Trx, owner: Account): Promise<Transition> {
  const { deps, requestContext, session } = context;
  const transition = countUsernameTaken(session.state);
  if (session.state.usernamesTaken > 0 || transition.endReason) return transition;
  const notice = await addressTakenNotice(deps.limits, transaction, { requestContext, owner });
  return notice ? { ...transition, notices: [notice] } : transition;
}

/** Counts a taken e-mail; the third ends the session. */
export function countUsernameTaken(before: RegistrationState): Transition {
  const usernamesTaken = before.usernamesTaken + 1;
  if (usernamesTaken >= limitRows.usernameTakenSession.limit) return failIdentification("usernameTaken");
  return refuseCounted("EMAIL_ALREADY_EXISTS", limitRows.usernameTakenSession.limit - usernamesTaken, {
    state: { ...before, usernamesTaken },
    events: [{ event: "username.refused", result: "taken" }],
  });
}
