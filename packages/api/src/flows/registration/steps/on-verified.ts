import { roles } from "@vestibule/catalogue/account.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import {
  type Account,
  type RelatedAccount,
  type RelatedAccounts,
  withoutRowsOfOthers,
} from "../../../accounts/account.store.ts";
import { proveIdentity, provenIdentityOf } from "../../../accounts/account-identity.store.ts";
import { addPolicies } from "../../../accounts/account-policy.store.ts";
import { provenPolicies } from "../../../accounts/create-account.ts";
import { notifyAccount } from "../../../accounts/notify-account.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { identityByRow, isSamePerson, personIdsOf } from "../../../identity/person.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import { apiVersions } from "../api-version.table.ts";
import { type AttemptState, provenContacts } from "../attempt-state.schema.ts";
import { isInHousehold } from "../household.rule.ts";
import { accountTypeOf, nextStep } from "../next-step.rule.ts";
import type { IdentifiedCall, RegistrationContext, Transition } from "../registration-call.port.ts";
import { accept } from "../transition.rule.ts";

export interface VerifiedIdentity {
  accounts: readonly RelatedAccount[];
  /** Everyone on the person's policy, where they may join an account of their household. */
  onPolicy: readonly PolicyPerson[];
  state: AttemptState;
}

const questions = {
  askEmail: { page: "ASK_USERNAME", method: "ASKEMAIL" },
  confirmEmail: { page: "CONFIRM_USERNAME", method: "ASKEMAIL" },
  askUsername: { page: "ASK_USERNAME", method: "ASKUSERNAME" },
} as const;

/** Reads the accounts that decide how a verified person continues. */
export function relatedTo({ attempt, person, policies }: IdentifiedCall): RelatedAccounts {
  const { brandId, state } = attempt;
  const rows = [person, ...policies];
  return { brandId, rows, email: person.email, accountId: state.holderAccountId };
}

/** The account of the person who has proven a row; another one that the row's contacts would find is not theirs. */
export function ownAccountOf<Own extends RelatedAccount>(
  { person, policies }: IdentifiedCall,
  { accounts, state }: { accounts: readonly Own[]; state: AttemptState },
): Own | undefined {
  const proven = { ...identityByRow(person, provenContacts(state)), personIds: personIdsOf([person, ...policies]) };
  return accounts.find((account) => isSamePerson(proven, provenIdentityOf(account)));
}

/** Continues after verification with the step that the facts require. */
export async function onVerified(
  call: IdentifiedCall,
  transaction: Trx,
  proven: VerifiedIdentity,
): Promise<Transition> {
  const { deps, person, policies } = call;
  const { accounts, onPolicy } = proven;
  const { code, ...before } = proven.state;
  if (before.found === undefined) throw new Error("proof without a person");
  const state = { ...before, provenAccountType: accountTypeOf(policies.map(({ role }) => role)) };
  const { email } = person;
  const owner = accounts.find((account) => account.email === email) ?? accounts.find(({ holdsEmail }) => holdsEmail);
  const isHousehold = owner !== undefined && isInHousehold(owner, { person, onPolicy });
  const step = nextStep({
    ownAccount: ownAccountOf(call, { accounts, state }),
    accountType: state.accountType,
    foundBy: before.found.by,
    driverConfirmed: state.driverConfirmed ?? false,
    holderAccount: findPolicyholderAccount(call, accounts),
    emailOnFile: email ?? undefined,
    emailOwner: owner && { account: owner, isHousehold },
    provenEmail: state.proof?.email,
  });
  switch (step.kind) {
    case "welcomeBack":
      return welcomeBack(call, transaction, { state, accounts, account: step.account });
    case "confirmDriver":
      return accept({}, { page: "ADDITIONAL_DRIVER_PROFILE", state });
    case "requestPassword":
      return requestPassword(call, state, step.account);
    case "create":
      return allowCreation(state, { email: email ?? "", emailAsTyped: person.emailAsTyped ?? email ?? "" });
    default: {
      const { page, method } = questions[step.kind];
      return accept({}, { page, state: { ...state, question: { id: deps.random.token(9), method } } });
    }
  }
}

/** Finds the policyholder's account that a driver's profile may be added to. */
export function findPolicyholderAccount(
  { attempt }: RegistrationContext,
  accounts: readonly Account[],
): Account | undefined {
  const { holderAccountId } = attempt.state;
  return accounts.find(({ id }) => id === holderAccountId);
}

/** Adds missing policies to the existing account, notifies it, and shows its owner which e-mail it uses. */
export async function welcomeBack(
  { deps, requestContext: { origin, device }, attempt, person, policies }: IdentifiedCall,
  transaction: Trx,
  { state, accounts, account }: { state: AttemptState; accounts: readonly RelatedAccount[]; account: RelatedAccount },
): Promise<Transition> {
  const { id: accountId, emailAsTyped: email, firstName } = account;
  const existingAccount = { email, firstName, policyProvince: person.province };
  const rows = withoutRowsOfOthers(policies, { person: identityByRow(person), accounts, accountId });
  const proven = { contacts: provenContacts({ proof: state.proof }), personIds: personIdsOf(rows) };
  const added = await addPolicies(transaction, accountId, provenPolicies(person, rows));
  const event = added > 0 ? "account.policiesAdded" : apiVersions[attempt.api].welcomeEvent;
  const contacts = await proveIdentity(transaction, { accountId, brandId: attempt.brandId, proven });
  const notification = added > 0 ? "policyAdded" : "contactAdded";
  if (added + contacts > 0) await notifyAccount(deps, transaction, { notification, account, origin, device });
  return accept(
    {},
    {
      page: "WELCOME_BACK",
      state: { ...state, existingAccount },
      events: event ? [{ event, result: "ok", accountId, facts: { count: added } }] : [],
    },
  );
}

export function requestPassword(
  { deps, person }: RegistrationContext,
  state: AttemptState,
  account: Account,
): Transition {
  const question = {
    method: "ASKPASSWORD",
    accountId: account.id,
    maskedEmail: maskEmail(account.email),
    asksPolicyholder: person?.role === roles.insuredDriver,
  } as const;
  return accept({}, { state: { ...state, question: { id: deps.random.token(9), ...question } } });
}

/** Allows choosing a password for an account with this e-mail. */
export function allowCreation(
  { question, ...state }: AttemptState,
  username: NonNullable<AttemptState["username"]>,
): Transition {
  return accept({}, { page: "CREATE", state: { ...state, username } });
}
