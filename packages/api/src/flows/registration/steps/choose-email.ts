import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { checkEmail, readEmail } from "@vestibule/contract/fields/email.rule.ts";
import { type Account, findEmailHolder } from "../../../accounts/account.store.ts";
import { notifyAddressTaken } from "../../../accounts/notify-account.ts";
import { identityOf } from "../../../identity/person.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { limitSubjectOf } from "../../../verification/lockout.rule.ts";
import { countMessage } from "../../../verification/send-code.ts";
import { apiVersions } from "../api-version.table.ts";
import type { AttemptState } from "../attempt-state.schema.ts";
import type { CallHandler, IdentifiedCall, InputHandler, Transition } from "../registration-call.port.ts";
import { accept, failIdentification, lockOut, refuseFields, requirePerson, throttle } from "../transition.rule.ts";
import { sendCodeStep } from "./choose-method.ts";
import { allowCreation } from "./on-verified.ts";
import { sendPasswordLink } from "./send-password-link.ts";

/**
 * Sets the account's e-mail: a free, verified one leads to creation, another free one gets a code or a link, a taken
 * one is refused.
 */
export const chooseEmail: InputHandler<string> = async (context, typed) => {
  const call = requirePerson(context);
  const { deps, requestContext, attempt } = call;
  const { api, state, page: from } = attempt;
  const typedEmail = readEmail(typed);
  if (typedEmail === undefined) return refuseFields({ email: checkEmail(typed)?.key ?? "format" });
  const { email, emailAsTyped } = typedEmail;
  return async (transaction) => {
    const owner = await findEmailHolder(transaction, { brandId: requestContext.brand.id, email });
    if (owner) return refuseTakenEmail(call, transaction, { owner, email });
    if (state.proof?.email === email) return allowCreation(state, typedEmail);
    if (apiVersions[api].mailsLinks && !state.ubi) return mailLink(call, transaction, typedEmail);
    const order = { purpose: "username", channel: "EMAIL", recipient: email, recipientAsTyped: emailAsTyped } as const;
    return sendCodeStep(call, transaction, { state, order, id: deps.random.token(9), from });
  };
};

/** Mails the link again to the same e-mail; before the first one, repeats the question. */
export const resendLink: CallHandler = async (context) => {
  const call = requirePerson(context);
  const { mailedTo } = call.attempt.state;
  return mailedTo ? (transaction) => mailLink(call, transaction, mailedTo) : accept({});
};

/** The e-mail is another account’s: notifies its owner once per registration, within the recipient's limits. */
export async function refuseTakenEmail(
  call: IdentifiedCall,
  transaction: Trx,
  taken: { owner: Account; email: string },
): Promise<Transition> {
  const { deps, requestContext, attempt } = call;
  const transition = countEmailTaken(attempt.state);
  if (attempt.state.usernamesTaken === 0 && !transition.endReason)
    await notifyAddressTaken(deps, transaction, { requestContext, ...taken, journeyId: attempt.id });
  return transition;
}

/** Counts a taken e-mail; the third ends the registration. */
export function countEmailTaken(before: AttemptState): Transition {
  const usernamesTaken = before.usernamesTaken + 1;
  const triesLeft = limitRows.usernameTakenSession.limit - usernamesTaken;
  if (triesLeft <= 0) return failIdentification("usernameTaken");
  return {
    result: { kind: "emailTaken", triesLeft },
    state: { ...before, usernamesTaken },
    events: [{ event: "username.refused", result: "taken" }],
  };
}

async function mailLink(
  call: IdentifiedCall,
  transaction: Trx,
  mailedTo: NonNullable<AttemptState["mailedTo"]>,
): Promise<Transition> {
  const { deps, requestContext, attempt } = call;
  const { linksMailed: mails } = attempt.state;
  if (mails > limitRows.linkMailSession.limit)
    return {
      result: { kind: "limit", roadblock: "resend-email" },
      endReason: "mails",
      events: [{ event: "link.locked", result: "mails", facts: { roadblock: "resend-email" } }],
    };
  const identity = limitSubjectOf({ brandId: requestContext.brand.id, identity: identityOf(call.person) });
  const message = { requestContext, recipient: mailedTo.email, identity };
  const count = await countMessage(deps.limits, transaction, message);
  if (count.kind === "lockedOut") return lockOut(count);
  if (count.kind === "exceeded") return throttle(count);
  const action = "DEFPWD_REGISTER";
  const { id } = await sendPasswordLink(call, transaction, { action, recipient: mailedTo, mails, message: "link" });
  return {
    result: { kind: "linkSent" },
    state: { ...attempt.state, linksMailed: mails + 1, mailedTo },
    events: [{ event: "link.issued", result: "ok", facts: { action, link: id, message: "sent" } }],
  };
}
