import type { Account } from "../../../accounts/account-store.port.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { StateV2 } from "../attempt-state.schema.ts";
import { accountTypeOf, pageAfterProof } from "../next-step.rule.ts";
import type { CallContext, Transition } from "../registration-call.port.ts";
import { accept } from "../transition.rule.ts";

export interface Proven {
  person: PolicyPerson;
  /** All rows of the person under the brand. */
  policies: readonly PolicyPerson[];
  /** Includes the verification. */
  state: StateV2;
  events: NonNullable<Transition["events"]>;
}

/**
 * Continues after verification with the page that the facts require. An existing account gains the policies it lacks.
 */
export async function onVerified(context: CallContext, transaction: Trx, proven: Proven): Promise<Transition> {
  const { deps, requestContext } = context;
  const { person, policies, state } = proven;
  if (state.found === undefined || state.accountType === undefined) throw new Error("proof without a person");
  const query = { brandId: requestContext.brand.id, personKey: person.personKey };
  const account = await deps.accountStore.findByPerson(transaction, query);
  const owner =
    person.email === null
      ? undefined
      : await deps.accountStore.findByEmail(transaction, { ...query, email: person.email });
  const page = pageAfterProof({
    hasAccount: account !== undefined,
    accountType: state.accountType,
    foundBy: state.found.by,
    driverConfirmed: state.driverConfirmed ?? false,
    emailOnFile: person.email === null ? undefined : { address: person.email, takenByAnother: owner !== undefined },
    provenEmail: state.proof?.email,
  });
  const additions = account ? await addPolicies(context, transaction, { account, policies }) : [];
  const events = [...proven.events, ...additions];
  const { code, options, ...rest } = state;
  const provenAccountType = accountTypeOf(policies.map(({ role }) => role));
  const username =
    page === "CREATE" && person.email !== null
      ? { email: person.email, emailAsTyped: person.emailAsTyped ?? person.email }
      : undefined;
  return accept({}, { page, state: { ...rest, provenAccountType, ...(username && { username }) }, events });
}

/** Adds the policies that an existing account lacks; returns the audit event, if there were any. */
export async function addPolicies(
  { deps }: CallContext,
  transaction: Trx,
  { account, policies }: { account: Account; policies: readonly PolicyPerson[] },
): Promise<Proven["events"]> {
  const count = await deps.accountStore.addPolicies(transaction, account.id, policies);
  return count === 0 ? [] : [{ event: "account.policiesAdded", result: "ok", accountId: account.id, facts: { count } }];
}
