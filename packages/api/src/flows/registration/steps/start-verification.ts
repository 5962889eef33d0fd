import type { Page } from "@vestibule/catalogue/flow.table.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { usableChannels } from "../../../verification/channel.rule.ts";
import type { DayLockout } from "../../../verification/lockout.rule.ts";
import { type AttemptState, withoutPerson } from "../attempt-state.schema.ts";
import type { CallContext, Transition } from "../registration-call.port.ts";
import { accept, lockOut } from "../transition.rule.ts";
import { revokingSentCodes, useChannel } from "./choose-method.ts";

/** Discards an earlier verification. A single channel is used at once; otherwise the options are shown. */
export async function startVerification(
  context: CallContext,
  finding: { person: PolicyPerson; by: Page; lockout: DayLockout | undefined; keep?: Partial<AttemptState> },
): Promise<Transition> {
  const { person, by, lockout } = finding;
  const found = { rowId: person.id, personKey: person.personKey, by };
  const { deps, attempt } = context;
  // Keeps the person found, so that agents see whose lockout it is.
  if (lockout) return { ...lockOut(lockout), state: { ...withoutPerson(attempt.state), found } };
  const revoking = revokingSentCodes(attempt);
  const options = usableChannels(person, deps).map((method) => ({ id: deps.random.token(9), method }));
  const state: AttemptState = { ...withoutPerson(attempt.state), ...finding.keep, found, options };
  const identified = {
    event: "registration.identified",
    result: options.length === 0 ? "noChannel" : "ok",
    facts: { page: by, channels: options.length },
  } as const;
  const [only] = options;
  const optionsPage = accept({}, { page: "VERIFY_OPTIONS", state, events: [identified], writes: revoking });
  if (only === undefined || options.length > 1) return optionsPage;
  const transition = await useChannel({ ...context, person }, { ...only, state, from: by });
  // If the channel cannot send now, the options are shown; choosing it then returns the waiting time.
  if (transition.page === undefined) return optionsPage;
  return { ...transition, events: [identified, ...(transition.events ?? [])] };
}
