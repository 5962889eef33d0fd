import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import { usernameBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { Account } from "../../../accounts/account-store.port.ts";
import { addressTakenNotice } from "../../../accounts/address-taken-notice.store.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { findLockout, identityOf } from "../../../verification/lockout.rule.ts";
import type { StateV2 } from "../attempt-state.schema.ts";
import type { CallContext, CallHandler, Transition } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { accept, atOnce, failIdentification, lockOut, refuseCounted, refuseFields } from "../transition.rule.ts";
import { sendCodeStep } from "./send-code.ts";

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
  if (person === undefined) throw new Error("a username before a person was found");
  const emailAsTyped = normaliseText(body.value.email);
  const { state } = session;

  return async (transaction) => {
    const owner = await deps.accountStore.findByEmail(transaction, { brandId: requestContext.brand.id, email });
    if (owner) return usernameTaken(context, transaction, owner);
    if (state.proof?.email === email)
      return accept({}, { page: "CREATE", state: { ...state, username: { email, emailAsTyped } } });
    const identity = identityOf({ brandId: requestContext.brand.id, personKey: person.personKey });
    const lockout = await findLockout(deps.limits, transaction, identity);
    if (lockout) return lockOut(lockout);
    const recipient = { recipient: email, recipientAsTyped: emailAsTyped };
    const order = { purpose: "username", channel: "EMAIL", ...recipient, person } as const;
    return sendCodeStep(context, transaction, { state, order, from: session.page });
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
export function countUsernameTaken(before: StateV2): Transition {
  const usernamesTaken = before.usernamesTaken + 1;
  if (usernamesTaken >= limitRows.usernameTakenSession.limit) return failIdentification("usernameTaken");
  return refuseCounted("EMAIL_ALREADY_EXISTS", limitRows.usernameTakenSession.limit - usernamesTaken, {
    state: { ...before, usernamesTaken },
    events: [{ event: "username.refused", result: "taken" }],
  });
}
