import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPasswordConfirmation } from "@vestibule/contract/fields/password.rule.ts";
import { createBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { NewAccount } from "../../../accounts/account-store.port.ts";
import { newAccountOf, policyRole, welcomeNotice } from "../../../accounts/new-account.rule.ts";
import type { PolicyPerson } from "../../../directory/policy-directory.port.ts";
import { checkPasswordForAccount } from "../../../passwords/password-check.rule.ts";
import type { Trx } from "../../../platform/database.table.ts";
import type { RegistrationState } from "../attempt-state.schema.ts";
import type { CallContext, CallHandler, Transition } from "../registration-call.port.ts";
import { readBody } from "../request-body.rule.ts";
import { accept, atOnce, refuse, refuseFields } from "../transition.rule.ts";
import { countUsernameTaken } from "./choose-email.ts";

/** Faults that are not violations of the password policy. */
const plainFaults: readonly string[] = ["required", "maxlength"];

/** Creates the account. If a concurrent request already created it, shows that account instead. */
export const createAccount: CallHandler = async (context) => {
  const { deps, requestContext, session, request, person } = context;
  const { username, proof } = session.state;
  if (person === undefined || username === undefined || proof === undefined)
    throw new Error("an account is created before anybody was proven");
  const body = readBody(createBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const { password, passwordConfirmation } = body.value;
  const fault = await checkPasswordForAccount(deps, {
    password,
    email: username.email,
    policy: requestContext.brand.passwordPolicy,
    previousHashes: [],
    clientIp: requestContext.clientIp,
  });
  const faults = fieldFaults({
    password: fault && plainFaults.includes(fault.key) ? fault : undefined,
    passwordConfirmation: checkPasswordConfirmation(passwordConfirmation, password),
  });
  if (faults) return atOnce(refuseFields(faults));
  if (fault) return atOnce(refusePassword(fault.key));

  const query = { companies: requestContext.brand.companies, personKey: person.personKey };
  const policies = await deps.directory.findByPerson(query);
  // Skips the hash when the account already exists; the unique index still decides below.
  const owner = { brandId: requestContext.brand.id, personKey: person.personKey };
  const exists = await deps.accountStore.findByPerson(deps.database, owner);
  const passwordHash = exists ? "" : await deps.hashing.hash(password, requestContext.clientIp);

  return async (transaction) => {
    const account = newAccountOf({ requestContext, person, policies, username, passwordHash, terms: true });
    const creation = exists
      ? ({ kind: "personHasAccount" } as const)
      : await deps.accountStore.create(transaction, account);
    if (creation.kind === "personHasAccount") return createdConcurrently(context, transaction, { person, policies });
    if (creation.kind === "emailTaken") return emailTakenConcurrently(session.state);
    await deps.directory.spendPins(
      transaction,
      policies.map(({ id }) => id),
    );
    return created(context, transaction, { accountId: creation.accountId, account });
  };
};

function refusePassword(key: string): Transition {
  return { result: { kind: "refused", error: "PASSWORD_POLICY_VIOLATION", fields: { password: key } } };
}

async function created(
  { deps, requestContext, session }: CallContext,
  transaction: Trx,
  { accountId, account }: { accountId: string; account: NewAccount },
): Promise<Transition> {
  const ticket = await deps.accountStore.issueTicket(transaction, { accountId, sessionId: session.id });
  const { terms } = account;
  return accept(
    { email: account.emailAsTyped, ticket },
    {
      page: "CONFIRM",
      notices: [welcomeNotice(requestContext, account)],
      events: [
        {
          event: "account.created",
          result: "ok",
          accountId,
          facts: {
            policies: account.policies.length,
            ...(terms && {
              termsVersion: terms.version,
              termsLanguage: terms.language,
              frenchFirst: terms.frenchFirst,
            }),
          },
        },
      ],
    },
  );
}

/** Another session of the same person was first: the person continues by signing in to that account. */
async function createdConcurrently(
  { deps, requestContext }: CallContext,
  transaction: Trx,
  { person, policies }: { person: PolicyPerson; policies: readonly PolicyPerson[] },
): Promise<Transition> {
  const query = { brandId: requestContext.brand.id, personKey: person.personKey };
  const account = await deps.accountStore.findByPerson(transaction, query);
  if (account) await deps.accountStore.addPolicies(transaction, account.id, policies.map(policyRole));
  return refuse("ACCOUNT_ALREADY_EXISTS", { page: "WELCOME_BACK" });
}

/** Another account took the e-mail after its verification: asks for a different one. */
function emailTakenConcurrently(before: RegistrationState): Transition {
  const { username, proof, ...rest } = before;
  const transition = countUsernameTaken({ ...rest, proof: {} });
  return transition.endReason ? transition : { ...transition, page: "ASK_USERNAME" };
}
