import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { usableChannels } from "../../capabilities/one-time-codes/channel.rule.ts";
import { voidCodes } from "../../capabilities/one-time-codes/one-time-code.store.ts";
import { resendWaitSeconds } from "../../capabilities/one-time-codes/resend-wait.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { holdRegistration } from "./hold-registration.journey.ts";
import type { LegacyCall, LegacyMove, LegacyRefusal, Validated } from "./legacy-call.port.ts";
import { validated, waits } from "./legacy-move.rule.ts";
import { shownWay } from "./legacy-options.rule.ts";
import type { LegacyRegistration } from "./legacy-registration.store.ts";
import type { LegacyState } from "./legacy-state.schema.ts";
import { type LegacyCode, mailCode, pauseOf } from "./mail-code.journey.ts";

type Place = LegacyCall & { validationId: string };
type Move = LegacyMove<Validated | LegacyRefusal>;

/** A way is chosen, or its code asked for again. Texts and e-mails are sent; a PIN was issued before, and NONE sends nothing. */
export function chooseWay(parts: ProvingParts, place: Place): Promise<Validated | LegacyRefusal> {
  return holdRegistration<Validated | LegacyRefusal>(parts, place, async (transaction, session) => {
    const { state } = session;
    const pause = await pauseOf(parts, transaction, place);
    if (pause) return pause;
    if (state.code?.id === place.validationId)
      return sendAgain(parts, transaction, { ...place, session, code: state.code });
    const option = state.options.find(({ id }) => id === place.validationId);
    // After proof nothing is sent to prove it again.
    if (option === undefined || state.proof !== undefined) return { ending: { kind: "gone" } };
    return choose(parts, transaction, { ...place, session, option });
  });
}

async function choose(
  parts: ProvingParts,
  transaction: Trx,
  place: Place & { session: LegacyRegistration; option: LegacyState["options"][number] },
): Promise<Move> {
  const { session, option, person } = place;
  const { id, method } = option;
  const { code: _before, ...state } = session.state;
  const shown = { twoFactorValidations: [shownWay(option, person)] };
  if (method === "NONE")
    return { ending: validated(240, {}), events: [{ event: "registration.noWay", result: "chosen" }] };
  if (!usableChannels(person, parts).includes(method)) return { ending: { kind: "gone" } };
  if (method === "PIN") {
    await voidCodes(transaction, session.id);
    return { ending: validated(240, shown), state };
  }
  const recipient = method === "SMS" ? person.cellPhone : person.email;
  if (recipient === null) return { ending: { kind: "gone" } };
  const order = { id, purpose: "registration", method, recipient } as const;
  return mailCode(parts, transaction, { ...place, state: session.state, order, status: 202, shown });
}

/** The same way again, not before its wait is over. */
async function sendAgain(
  parts: ProvingParts,
  transaction: Trx,
  place: Place & { session: LegacyRegistration; code: LegacyCode },
): Promise<Move> {
  const { session, code, person } = place;
  const { state, now } = session;
  const sendsLeft = state.codesSent[code.purpose] <= limitRows.resendSession.limit;
  const wait = resendWaitSeconds(code.sentAt, now);
  if (sendsLeft && wait > 0) return waits({ retryAfterSeconds: wait });
  const recipient = code.method === "SMS" ? person.cellPhone : (code.email ?? person.email);
  if (recipient === null) return { ending: { kind: "gone" } };
  const { id, purpose, method, emailTyped } = code;
  const order = { id, purpose, method, recipient, ...(emailTyped && { recipientTyped: emailTyped }) };
  const shown =
    purpose === "username"
      ? { twoFactorValidations: [{ id, method: "ASKEMAILCODE" }], email: emailTyped ?? recipient }
      : { twoFactorValidations: [shownWay({ id, method }, person)] };
  return mailCode(parts, transaction, { ...place, state, order, status: 202, shown });
}
