import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { Account } from "../../../accounts/account-store.port.ts";
import { addressTakenNotice } from "../../../accounts/address-taken-notice.store.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import { countMessage } from "../../../verification/send-code.ts";
import type { StateV1 } from "../attempt-state.schema.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransition, Validated } from "../legacy-call.port.ts";
import { closed, validated, waits } from "../legacy-transition.rule.ts";
import { lockRegistrationForUpdate } from "../lock-registration.ts";
import { nextQuestion } from "../next-question.rule.ts";
import { refuseLockedOut, sendCodeStep } from "./legacy-send-code.ts";
import { sendPasswordLink } from "./send-password-link.ts";

type Place = LegacyCall & { validationId: string };
type Transition = LegacyTransition<Validated | LegacyRefusal>;
type Address = { email: string; emailAsTyped: string };
type Question = { id: string; method: "ASKEMAIL" | "ASKUSERNAME" };

/** Sets the e-mail of the future account and sends a link to choose a password, or in the driving programme a code. */
export async function submitEmail(
  deps: IdentityProofDeps,
  place: Place & { typed: string },
): Promise<Validated | LegacyRefusal> {
  const { requestContext, typed } = place;
  const fields = fieldFaults({ validationValue: checkEmail(typed) });
  const email = normaliseEmail(typed);
  if (fields || email === undefined) return { kind: "malformed", fields: fields ?? { validationValue: "format" } };
  const address = { email, emailAsTyped: normaliseText(typed) };
  return lockRegistrationForUpdate<Validated | LegacyRefusal>(deps, place, async (transaction, { state, ...held }) => {
    const session = { ...held, state };
    const question = questionUnder(state, place.validationId);
    if (question === undefined) return { result: { kind: "gone" } };
    const pause = await refuseLockedOut(deps, transaction, place);
    if (pause) return pause;
    const owner = await deps.accountStore.findByEmail(transaction, { brandId: requestContext.brand.id, email });
    if (owner) return taken(deps, transaction, { ...place, session, question, owner });
    if (!state.ubi) return mailChoice(deps, transaction, { ...place, session, question, address });
    const id = deps.random.token(9);
    const recipient = { recipient: email, recipientAsTyped: address.emailAsTyped };
    const order = { purpose: "username", channel: "EMAIL", ...recipient } as const;
    const shown = { twoFactorValidations: [{ id, method: "ASKEMAILCODE" }], email: address.emailAsTyped };
    return sendCodeStep(deps, transaction, { ...place, session, state, order, id, status: 240, shown });
  });
}

/** Mails the link again to the same e-mail; before the first one, repeats the question. */
export function resendLink(deps: IdentityProofDeps, place: Place): Promise<Validated | LegacyRefusal> {
  return lockRegistrationForUpdate<Validated | LegacyRefusal>(deps, place, async (transaction, session) => {
    const question = questionUnder(session.state, place.validationId);
    if (question === undefined) return { result: { kind: "gone" } };
    const { mailedTo } = session.state;
    if (mailedTo) return mailChoice(deps, transaction, { ...place, session, question, address: mailedTo });
    return { result: nextQuestion({ ...place, state: session.state }) };
  });
}

function questionUnder({ question }: StateV1, id: string): Question | undefined {
  if (question?.id !== id || question.method === "ASKPASSWORD") return undefined;
  return { id, method: question.method };
}

/**
 * Another account uses the e-mail: notifies its owner once per registration; the third such e-mail ends the
 * registration.
 */
async function taken(
  deps: IdentityProofDeps,
  transaction: Trx,
  { requestContext, session, question, owner }: Place & { question: Question; owner: Account },
): Promise<Transition> {
  const { state } = session;
  const usernamesTaken = state.usernamesTaken + 1;
  if (usernamesTaken >= limitRows.usernameTakenSession.limit)
    return closed("more-than-one-profile", { event: "registration.unidentified", reason: "usernameTaken" });
  const notice =
    state.usernamesTaken === 0
      ? await addressTakenNotice(deps.limits, transaction, { requestContext, owner })
      : undefined;
  return {
    result: validated(240, {
      ...{ error: true, reason: "emailTaken", action: question.method, twoFactorValidations: [question] },
      triesLeft: limitRows.usernameTakenSession.limit - usernamesTaken,
    }),
    state: { ...state, usernamesTaken },
    ...(notice && { notices: [notice] }),
    events: [{ event: "username.refused", result: "taken" }],
  };
}

async function mailChoice(
  deps: IdentityProofDeps,
  transaction: Trx,
  call: Place & { question: Question; address: Address },
): Promise<Transition> {
  const { requestContext, session, question, address } = call;
  const { state } = session;
  if (state.linksMailed > limitRows.linkMailSession.limit)
    return closed("resend-email", { event: "link.locked", reason: "mails" });
  const counted = await countMessage(deps.limits, transaction, { requestContext, recipient: address.email });
  if (counted.kind === "full") return waits(counted);
  const action = "DEFPWD_REGISTER";
  const { id } = await sendPasswordLink(deps, transaction, {
    ...call,
    action,
    account: undefined,
    recipient: { email: address.email, typed: address.emailAsTyped },
    mails: state.linksMailed,
    message: "link",
  });
  return {
    result: validated(202, {
      twoFactorValidations: [question],
      email: address.emailAsTyped,
      sentAt: session.now.toISOString(),
      resendsLeft: limitRows.linkMailSession.limit - state.linksMailed,
    }),
    state: { ...state, linksMailed: state.linksMailed + 1, mailedTo: address },
    events: [{ event: "link.issued", result: "ok", facts: { action, link: id, message: "sent" } }],
  };
}
