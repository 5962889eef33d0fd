import type { Trx } from "../../../platform/database.table.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import type { IdentityProofDeps } from "../../../verification/identity-proof.port.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import type { AttemptV1 } from "../attempt.store.ts";
import type { StateV1 } from "../attempt-state.schema.ts";
import type { LegacyCall, LegacyRefusal, LegacyTransition, Validated } from "../legacy-call.port.ts";
import { maskedMethod } from "../legacy-options.rule.ts";
import { validated } from "../legacy-transition.rule.ts";
import { lockRegistrationForUpdate } from "../lock-registration.ts";
import { type LegacyCode, refuseLockedOut, sendCodeStep } from "./legacy-send-code.ts";

type Place = LegacyCall & { validationId: string };
type Transition = LegacyTransition<Validated | LegacyRefusal>;

/**
 * Chooses a method or sends its code again. Only SMS and EMAIL send: a PIN was issued earlier, and NONE has no code.
 */
export function chooseMethod(deps: IdentityProofDeps, place: Place): Promise<Validated | LegacyRefusal> {
  return lockRegistrationForUpdate<Validated | LegacyRefusal>(deps, place, async (transaction, session) => {
    const { state } = session;
    const pause = await refuseLockedOut(deps, transaction, place);
    if (pause) return pause;
    if (state.code?.id === place.validationId)
      return sendAgain(deps, transaction, { ...place, session, code: state.code });
    const option = state.options.find(({ id }) => id === place.validationId);
    // Nothing more to verify.
    if (option === undefined || state.proof !== undefined) return { result: { kind: "gone" } };
    return choose(deps, transaction, { ...place, session, option });
  });
}

async function choose(
  deps: IdentityProofDeps,
  transaction: Trx,
  place: Place & { session: AttemptV1; option: StateV1["options"][number] },
): Promise<Transition> {
  const { session, option, person } = place;
  const { id, method } = option;
  const { code: _before, ...state } = session.state;
  const shown = { twoFactorValidations: [maskedMethod(option, person)] };
  if (method === "NONE")
    return { result: validated(240, {}), events: [{ event: "registration.noWay", result: "chosen" }] };
  if (!usableChannels(person, deps).includes(method)) return { result: { kind: "gone" } };
  if (method === "PIN") {
    await revokeCodes(transaction, session.id);
    return { result: validated(240, shown), state };
  }
  const recipient = method === "SMS" ? person.cellPhone : person.email;
  if (recipient === null) return { result: { kind: "gone" } };
  const order = { purpose: "registration", channel: method, recipient } as const;
  return sendCodeStep(deps, transaction, { ...place, state: session.state, order, id, status: 202, shown });
}

/** Sends by the same method again. */
function sendAgain(
  deps: IdentityProofDeps,
  transaction: Trx,
  place: Place & { session: AttemptV1; code: LegacyCode },
): Transition | Promise<Transition> {
  const { session, code, person } = place;
  const { id, purpose, method, email, emailAsTyped } = code;
  const recipient = method === "SMS" ? person.cellPhone : (email ?? person.email);
  if (recipient === null) return { result: { kind: "gone" } };
  const order = { purpose, channel: method, recipient, recipientAsTyped: emailAsTyped, repeats: true };
  const shown =
    purpose === "username"
      ? { twoFactorValidations: [{ id, method: "ASKEMAILCODE" }], email: emailAsTyped ?? recipient }
      : { twoFactorValidations: [maskedMethod({ id, method }, person)] };
  return sendCodeStep(deps, transaction, { ...place, state: session.state, order, id, status: 202, shown });
}
