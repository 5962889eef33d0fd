import type { OptionType } from "@vestibule/catalogue/account.table.ts";
import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import { findLockout, identityOf } from "../../../verification/lockout.rule.ts";
import { revokeCodes } from "../../../verification/one-time-code.store.ts";
import { type StateV2, withoutPerson } from "../attempt-state.schema.ts";
import type { CallContext, Transition } from "../registration-call.port.ts";
import { accept, lockOut } from "../transition.rule.ts";
import { sendCodeStep } from "./send-code.ts";

/**
 * Starts the verification of an identified person and discards an earlier one. A single channel is used at once;
 * otherwise the options are shown.
 */
export async function startVerification(
  context: Pick<CallContext, "deps" | "requestContext" | "session">,
  transaction: Trx,
  finding: { person: PolicyPerson; by: Page; keep?: Partial<StateV2> },
): Promise<Transition> {
  const { person, by } = finding;
  const found = { rowId: person.id, personKey: person.personKey, by };
  const { deps, requestContext } = context;
  const identity = identityOf({ brandId: requestContext.brand.id, personKey: person.personKey });
  const lockout = await findLockout(deps.limits, transaction, identity);
  // Keeps the person found, so that agents see whose lockout it is.
  if (lockout) return { ...lockOut(lockout), state: { ...withoutPerson(context.session.state), found } };
  await revokeCodes(transaction, context.session.id);
  const options = usableChannels(person, deps).map((method) => ({ id: deps.random.token(9), method }));
  const state: StateV2 = {
    ...withoutPerson(context.session.state),
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
  const transition = await useChannel(context, transaction, { state, person, method: only.method, from: by });
  // If the channel cannot send now, the options are shown; choosing it then returns the waiting time.
  if (transition.result.kind === "refused") return accept({}, { page: "VERIFY_OPTIONS", state, events: [identified] });
  return { ...transition, events: [identified, ...(transition.events ?? [])] };
}

/** Sends a code by a channel, or waits for an issued PIN. */
export async function useChannel(
  context: Pick<CallContext, "deps" | "requestContext" | "session">,
  transaction: Trx,
  use: { state: StateV2; person: PolicyPerson; method: OptionType; from: Page },
): Promise<Transition> {
  const { state, person, method, from } = use;
  if (method === "PIN") {
    const code = { purpose: "registration", method, sentAt: context.session.now.toISOString(), from } as const;
    await revokeCodes(transaction, context.session.id);
    return accept({}, { page: "VERIFY_CODE", state: { ...state, code } });
  }
  const recipient = method === "SMS" ? person.cellPhone : person.email;
  if (recipient === null) throw new Error("a code by a channel that the person does not have");
  const order = { purpose: "registration", channel: method, recipient, person } as const;
  return sendCodeStep(context, transaction, { state, order, from });
}
