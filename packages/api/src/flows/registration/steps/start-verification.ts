import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import { type AttemptState, withoutPerson } from "../attempt-state.schema.ts";
import type { CallContext, Transition } from "../registration-call.port.ts";
import { accept } from "../transition.rule.ts";
import { refuseLockedOut, revokeSentCodes, useChannel } from "./choose-method.ts";

/**
 * Starts the verification of an identified person and discards an earlier one. A single channel is used at once;
 * otherwise the options are shown.
 */
export async function startVerification(
  context: CallContext,
  transaction: Trx,
  finding: { person: PolicyPerson; by: Page; keep?: Partial<AttemptState> },
): Promise<Transition> {
  const { person, by } = finding;
  const found = { rowId: person.id, personKey: person.personKey, by };
  const { deps } = context;
  const call = { ...context, person };
  const lockedOut = await refuseLockedOut(call, transaction);
  // Keeps the person found, so that agents see whose lockout it is.
  if (lockedOut) return { ...lockedOut, state: { ...withoutPerson(context.attempt.state), found } };
  await revokeSentCodes(transaction, context.attempt);
  const options = usableChannels(person, deps).map((method) => ({ id: deps.random.token(9), method }));
  const state: AttemptState = {
    ...withoutPerson(context.attempt.state),
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
  const transition = await useChannel(call, transaction, { ...only, state, from: by });
  // If the channel cannot send now, the options are shown; choosing it then returns the waiting time.
  if (transition.page === undefined) return accept({}, { page: "VERIFY_OPTIONS", state, events: [identified] });
  return { ...transition, events: [identified, ...(transition.events ?? [])] };
}
