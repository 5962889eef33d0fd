import type { AuditContext, AuditEvent } from "../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { consumingPins } from "../directory/policy-directory.store.ts";
import { identityOf, isSameRow, personIdsOf } from "../identity/person.rule.ts";
import { checkPasswordForAccount } from "../passwords/password-check.rule.ts";
import type { Writes } from "../platform/conditional-write.adapter.ts";
import type { Trx } from "../platform/database.table.ts";
import { creatingAccount, lockAccountCreation } from "./account.store.ts";
import type { NewPolicy } from "./account-policy.store.ts";
import { loginNameHashes } from "./login-name.rule.ts";
import { accountNotice } from "./notify-account.ts";
import { personIdInRegistry } from "./registry-account.store.ts";
import { registryAccountIds } from "./registry-account-id.rule.ts";
import { deletingFailures } from "./sign-in-failure.store.ts";
import { issuingTicket } from "./sign-in-ticket.store.ts";

export interface AccountJourney {
  id: string;
  auditContext: AuditContext;
}

interface FirstPassword {
  requestContext: RequestContext;
  username: { email: string; emailAsTyped: string };
  password: string;
}

export interface AccountOrder extends FirstPassword {
  person: PolicyPerson;
  /** All rows of the person under the brand. */
  policies: readonly PolicyPerson[];
  /** Contacts on file that the person has proven, beside the e-mail of the account. */
  contacts: readonly string[];
  terms?: true | undefined;
}

/** An account to create, which writes nothing where the person or the e-mail already has one. */
export interface AccountCreation {
  /**
   * Creates the user of the brand's registry, in the transaction that then runs the writes; false where the person or
   * the e-mail has an account. Absent where the brand has no registry.
   */
  register?: (transaction: Trx) => Promise<boolean>;
  writes: Writes;
  event: AuditEvent;
  created: { email: string; ticket: string };
}

export function checkFirstPassword(
  deps: Pick<ApiDeps, "hashing">,
  { requestContext: { brand, clientIp }, username: { email }, password }: FirstPassword,
) {
  return checkPasswordForAccount(deps, { password, email, policy: brand.passwordPolicy, previousHashes: [], clientIp });
}

/** Hashes the password, then returns the writes that create the account; unique indexes decide races. */
export async function prepareAccount(
  deps: Pick<ApiDeps, "hashing" | "keys" | "random" | "notifier" | "registryOf">,
  order: AccountOrder,
  journey: AccountJourney,
): Promise<AccountCreation> {
  const { hashing, keys, notifier, registryOf } = deps;
  const { requestContext, policies } = order;
  const { clientIp, origin } = requestContext;
  const person = accountOf(order);
  const registry = registryOf(person.brandId);
  const [id = "", ...olderAccountIds] = registry ? registryAccountIds(keys.lookupHash, person) : [];
  const account = { ...person, ...(registry && { id }), passwordHash: await hashing.hash(order.password, clientIp) };
  const { accountId, writes } = creatingAccount(account);
  const { ticket, write: ticketWrite } = issuingTicket(deps, accountId);
  const facts = { firstName: account.firstName };
  const welcome = accountNotice({ notification: "welcome", account, origin, facts });
  const welcomeWrite = await notifier.notifying({ ...welcome, journeyId: journey.id });
  const { others = [] } = writes;
  // The verified e-mail may have been tried at the login page before it had an account.
  const unlocking = deletingFailures(loginNameHashes(keys.lookupHash, account));
  const withPin = policies.filter(({ pinHash }) => pinHash !== null).map(({ id }) => id);
  return {
    ...(registry && {
      register: async (transaction) => {
        if (!(await lockAccountCreation(transaction, { ...account, id }))) return false;
        const { email, firstName, lastName, language } = account;
        const personId = personIdInRegistry(account.brandId, account.proven.personIds);
        const user = { accountId: id, personId, olderAccountIds, email, firstName, lastName, language };
        return (await registry.create({ ...user, password: order.password })).kind === "created";
      },
    }),
    writes: { ...writes, others: [...others, unlocking, consumingPins(withPin), ticketWrite, welcomeWrite] },
    event: {
      event: "account.created",
      result: "ok",
      brandId: account.brandId,
      accountId,
      journeyId: journey.id,
      actor: "person",
      auditContext: journey.auditContext,
      facts: {
        policies: policies.length,
        ...(account.terms && {
          termsVersion: account.terms.version,
          termsLanguage: account.terms.language,
          frenchFirst: account.terms.frenchFirst,
        }),
      },
    },
    created: { email: account.emailAsTyped, ticket },
  };
}

function accountOf({ requestContext, person, policies, contacts, username, terms }: AccountOrder) {
  const { brand, language, province } = requestContext;
  return {
    brandId: brand.id,
    ...username,
    personKey: person.personKey,
    identity: identityOf(person),
    firstName: person.firstName,
    lastName: person.lastName,
    dateOfBirth: person.dateOfBirth,
    language,
    province: person.province,
    policies: provenPolicies(person, policies),
    proven: { contacts: [...contacts, username.email], personIds: personIdsOf(policies) },
    ...(terms && {
      terms: {
        version: brand.termsVersion,
        language,
        // Where the province lists French first, the French text was displayed first.
        frenchFirst: brand.provinces[province]?.languages[0] === "fr",
      },
    }),
  };
}

/** Policies to add: all rows of a person, of which the given one was proven by its own facts and a code. */
export function provenPolicies(person: PolicyPerson, rows: readonly PolicyPerson[]): NewPolicy[] {
  return rows.map((row) => {
    const { company, policyNumber, role, personKey } = row;
    return { company, policyNumber, role, ...(isSameRow(row, person) && { provenKey: personKey }) };
  });
}
