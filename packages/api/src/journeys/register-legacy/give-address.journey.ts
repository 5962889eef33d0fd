import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { settledText } from "@vestibule/contract/fields/text.rule.ts";
import { ownerNotice } from "../../capabilities/accounts/taken-address.rule.ts";
import type { Account } from "../../capabilities/accounts/user-registry.port.ts";
import { countMessage } from "../../capabilities/one-time-codes/code-sending.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { holdRegistration } from "./hold-registration.journey.ts";
import type { LegacyCall, LegacyMove, LegacyRefusal, Validated } from "./legacy-call.port.ts";
import { closed, validated, waits } from "./legacy-move.rule.ts";
import type { LegacyState } from "./legacy-state.schema.ts";
import { mailCode, pauseOf } from "./mail-code.journey.ts";
import { mailLegacyLink } from "./mail-link.journey.ts";
import { whatFollows } from "./what-follows.rule.ts";

type Place = LegacyCall & { validationId: string };
type Move = LegacyMove<Validated | LegacyRefusal>;
type Address = { email: string; emailTyped: string };
type Question = { id: string; method: "ASKEMAIL" | "ASKUSERNAME" };

/** The address that the account will have: a link goes there to choose a password, in the driving programme a code. */
export async function giveAddress(
  parts: ProvingParts,
  place: Place & { typed: string },
): Promise<Validated | LegacyRefusal> {
  const { visit, typed } = place;
  const fields = fieldFaults({ validationValue: checkEmail(typed) });
  const email = normaliseEmail(typed);
  if (fields || email === undefined) return { kind: "malformed", fields: fields ?? { validationValue: "format" } };
  const address = { email, emailTyped: settledText(typed) };
  return holdRegistration<Validated | LegacyRefusal>(parts, place, async (transaction, { state, ...held }) => {
    const session = { ...held, state };
    const question = questionUnder(state, place.validationId);
    if (question === undefined) return { ending: { kind: "gone" } };
    const pause = await pauseOf(parts, transaction, place);
    if (pause) return pause;
    const owner = await parts.users.findByEmail(transaction, { brandId: visit.brand.id, email });
    if (owner) return taken(parts, transaction, { ...place, session, question, owner });
    if (!state.ubi) return mailChoice(parts, transaction, { ...place, session, question, address });
    const id = parts.random.token(9);
    const order = {
      id,
      purpose: "username",
      method: "EMAIL",
      recipient: email,
      recipientTyped: address.emailTyped,
    } as const;
    const shown = { twoFactorValidations: [{ id, method: "ASKEMAILCODE" }], email: address.emailTyped };
    return mailCode(parts, transaction, { ...place, session, state, order, status: 240, shown });
  });
}

/** The link once more, to the same address. Before one was mailed: what is asked. */
export function mailAgain(parts: ProvingParts, place: Place): Promise<Validated | LegacyRefusal> {
  return holdRegistration<Validated | LegacyRefusal>(parts, place, async (transaction, session) => {
    const question = questionUnder(session.state, place.validationId);
    if (question === undefined) return { ending: { kind: "gone" } };
    const { mailedTo } = session.state;
    if (mailedTo) return mailChoice(parts, transaction, { ...place, session, question, address: mailedTo });
    return { ending: whatFollows({ ...place, state: session.state }) };
  });
}

function questionUnder({ question }: LegacyState, id: string): Question | undefined {
  if (question?.id !== id || question.method === "ASKPASSWORD") return undefined;
  return { id, method: question.method };
}

/** Somebody else's user name. Its owner hears of it once a registration; the third ends it. */
async function taken(
  parts: ProvingParts,
  transaction: Trx,
  { visit, session, question, owner }: Place & { question: Question; owner: Account },
): Promise<Move> {
  const { state } = session;
  const usernamesTaken = state.usernamesTaken + 1;
  if (usernamesTaken >= limitRows.usernameTakenSession.limit)
    return closed("more-than-one-profile", { event: "registration.unidentified", reason: "usernameTaken" });
  const notice =
    state.usernamesTaken === 0 ? await ownerNotice(parts.limits, transaction, { visit, owner }) : undefined;
  return {
    ending: validated(240, {
      ...{ error: true, action: question.method, twoFactorValidations: [question] },
      triesLeft: limitRows.usernameTakenSession.limit - usernamesTaken,
    }),
    state: { ...state, usernamesTaken },
    ...(notice && { notices: [notice] }),
    events: [{ event: "username.refused", result: "taken" }],
  };
}

async function mailChoice(
  parts: ProvingParts,
  transaction: Trx,
  call: Place & { question: Question; address: Address },
): Promise<Move> {
  const { visit, session, question, address } = call;
  const { state } = session;
  if (state.linksMailed > limitRows.linkMailSession.limit)
    return closed("resend-email", { event: "link.locked", reason: "mails" });
  const counted = await countMessage(parts.limits, transaction, { visit, recipient: address.email });
  if (counted.kind === "full") return waits(counted);
  const action = "DEFPWD_REGISTER";
  const { id } = await mailLegacyLink(parts, transaction, {
    ...call,
    action,
    account: undefined,
    recipient: { email: address.email, typed: address.emailTyped },
    mails: state.linksMailed,
    message: "link",
  });
  return {
    ending: validated(202, {
      twoFactorValidations: [question],
      email: address.emailTyped,
      sentAt: session.now.toISOString(),
      resendsLeft: limitRows.linkMailSession.limit - state.linksMailed,
    }),
    state: { ...state, linksMailed: state.linksMailed + 1, mailedTo: address },
    events: [{ event: "link.issued", result: "ok", facts: { action, link: id, message: "sent" } }],
  };
}
