import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkPasswordConfirmation } from "@vestibule/contract/fields/password.rule.ts";
import { createBody } from "@vestibule/contract/v2/registration.schema.ts";
import { newAccountOf, policyRole, welcomeNotice } from "../../capabilities/accounts/new-account.rule.ts";
import type { NewAccount } from "../../capabilities/accounts/user-registry.port.ts";
import { checkPasswordForAccount } from "../../capabilities/passwords/password-check.rule.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { countUsernameTaken } from "./choose-username.journey.ts";
import { accept, atOnce, refuse, refuseFields } from "./move.rule.ts";
import type { CallContext, CallHandler, Move } from "./registration-call.port.ts";
import { readBody } from "./request-body.rule.ts";
import type { RegistrationState } from "./session-state.schema.ts";

/** Faults of a password that no policy speaks of. */
const plainFaults: readonly string[] = ["required", "maxlength"];

/** Makes the account. Whoever loses a race against themselves is shown the account that won. */
export const createAccount: CallHandler = async (context) => {
  const { parts, visit, session, request, person } = context;
  const { username, proof } = session.state;
  if (person === undefined || username === undefined || proof === undefined)
    throw new Error("an account is created before anybody was proven");
  const body = readBody(createBody, request.body);
  if (body.kind === "faults") return atOnce(refuseFields(body.fields));
  const { password, passwordConfirmation } = body.value;
  const fault = await checkPasswordForAccount(parts, {
    password,
    email: username.email,
    policy: visit.brand.passwordPolicy,
    previousHashes: [],
    clientIp: visit.address,
  });
  const faults = fieldFaults({
    password: fault && plainFaults.includes(fault.key) ? fault : undefined,
    passwordConfirmation: checkPasswordConfirmation(passwordConfirmation, password),
  });
  if (faults) return atOnce(refuseFields(faults));
  if (fault) return atOnce(refusePassword(fault.key));

  const query = { companies: visit.brand.companies, personKey: person.personKey };
  const policies = await parts.directory.findByPerson(query);
  // Known already: no need to spend a hash on it. The unique index still decides below.
  const owner = { brandId: visit.brand.id, personKey: person.personKey };
  const exists = await parts.users.findByPerson(parts.database, owner);
  const passwordHash = exists ? "" : await parts.hashing.hash(password, visit.address);

  return async (transaction) => {
    const account = newAccountOf({ visit, person, policies, username, passwordHash, terms: true });
    const creation = exists ? ({ kind: "personHasAccount" } as const) : await parts.users.create(transaction, account);
    if (creation.kind === "personHasAccount") return existsMeanwhile(context, transaction, { person, policies });
    if (creation.kind === "emailTaken") return takenMeanwhile(session.state);
    await parts.directory.spendPins(
      transaction,
      policies.map(({ id }) => id),
    );
    return created(context, transaction, { accountId: creation.accountId, account });
  };
};

function refusePassword(key: string): Move {
  return { ending: { kind: "refused", error: "PASSWORD_POLICY_VIOLATION", fields: { password: key } } };
}

async function created(
  { parts, visit, session }: CallContext,
  transaction: Trx,
  { accountId, account }: { accountId: string; account: NewAccount },
): Promise<Move> {
  const ticket = await parts.users.issueTicket(transaction, { accountId, sessionId: session.id });
  const { terms } = account;
  return accept(
    { email: account.emailTyped, ticket },
    {
      page: "CONFIRM",
      notices: [welcomeNotice(visit, account)],
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

/** Another session of the same person was first: the way on is to log in to that account. */
async function existsMeanwhile(
  { parts, visit }: CallContext,
  transaction: Trx,
  { person, policies }: { person: PolicyPerson; policies: readonly PolicyPerson[] },
): Promise<Move> {
  const query = { brandId: visit.brand.id, personKey: person.personKey };
  const account = await parts.users.findByPerson(transaction, query);
  if (account) await parts.users.addPolicies(transaction, account.id, policies.map(policyRole));
  return refuse("ACCOUNT_ALREADY_EXISTS", { page: "WELCOME_BACK" });
}

/** Somebody took the address between its proof and now: another one is asked for. */
function takenMeanwhile(before: RegistrationState): Move {
  const { username, proof, ...rest } = before;
  const move = countUsernameTaken({ ...rest, proof: {} });
  return move.endedHow ? move : { ...move, page: "ASK_USERNAME" };
}
