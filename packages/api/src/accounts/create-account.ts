import type { AuthenticatedResponse } from "@vestibule/contract/v1/recovery.schema.ts";
import type { AuditContext } from "../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { consumePins } from "../directory/policy-directory.store.ts";
import {
  identityByRow,
  identityOf,
  isSamePersonId,
  isSameRow,
  mayBeOnePerson,
  personIdsOf,
} from "../identity/person.rule.ts";
import { checkPasswordForAccount } from "../passwords/password-check.rule.ts";
import type { Trx } from "../platform/database.table.ts";
import {
  findEmailHolder,
  findRelatedAccounts,
  insertAccount,
  lockAccountCreation,
  type RelatedAccount,
  withoutRowsOfOthers,
} from "./account.store.ts";
import { provenIdentityOf } from "./account-identity.store.ts";
import type { NewPolicy } from "./account-policy.store.ts";
import { loginNameHashes } from "./login-name.rule.ts";
import { accountNotice } from "./notify-account.ts";
import { personIdInRegistry } from "./registry-account.store.ts";
import { registryAccountIds } from "./registry-account-id.rule.ts";
import { deleteFailures } from "./sign-in-failure.store.ts";
import { issueTicket } from "./sign-in-ticket.store.ts";

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
  /** Contacts on file that the person has proven, in addition to the e-mail of the account. */
  contacts: readonly string[];
  terms?: true | undefined;
}

export function checkFirstPassword(
  deps: Pick<ApiDeps, "hashing">,
  { requestContext: { brand }, username: { email }, password }: FirstPassword,
) {
  return checkPasswordForAccount(deps, { password, email, policy: brand.passwordPolicy, previousHashes: [] });
}

/**
 * Creates an account with its welcome message and its audit event; undefined where the person or the e-mail has one. A
 * user of the brand's registry is created first, under a lock, so that a repetition finds it.
 */
export async function createAccount(
  deps: Pick<ApiDeps, "auditor" | "keys" | "random" | "notifier" | "registryOf">,
  transaction: Trx,
  { passwordHash, journey, ...order }: AccountOrder & { passwordHash: string; journey: AccountJourney },
): Promise<AuthenticatedResponse | undefined> {
  const { keys, notifier, auditor, registryOf } = deps;
  const { password } = order;
  const own = await withoutOthers(transaction, order);
  const { policies } = own;
  const account = { ...accountOf(own), passwordHash };
  if ((await findEmailHolder(transaction, account)) !== undefined) return undefined;
  const registry = registryOf(account.brandId);
  const [id, ...olderAccountIds] = registry ? registryAccountIds(keys.lookupHash, account) : [];
  if (registry && id) {
    if (!(await lockAccountCreation(transaction, { ...account, id }))) return undefined;
    const { email, firstName, lastName, language } = account;
    const personId = personIdInRegistry(account.brandId, account.proven.personIds);
    const user = { accountId: id, personId, olderAccountIds, email, firstName, lastName, language };
    if ((await registry.create({ ...user, password })).kind !== "created") return undefined;
  }
  const accountId = await insertAccount(transaction, { ...account, id });
  if (accountId === undefined) return undefined;
  // The verified e-mail may have been tried at the login page before it had an account.
  await deleteFailures(transaction, loginNameHashes(keys.lookupHash, account));
  const withPin = policies.filter(({ pinHash }) => pinHash !== null);
  await consumePins(
    transaction,
    withPin.map((row) => row.id),
  );
  // A registration proves the e-mail by a code or a link.
  const ticket = await issueTicket(deps, transaction, accountId, "email");
  const facts = { firstName: account.firstName };
  const welcome = accountNotice({ notification: "welcome", account, origin: order.requestContext.origin, facts });
  await notifier.notify(transaction, { ...welcome, journeyId: journey.id });
  await auditor.record(transaction, {
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
  });
  return { email: account.emailAsTyped, ticket };
}

/** The order without rows and ids that are another account's. */
async function withoutOthers(transaction: Trx, order: AccountOrder): Promise<AccountOrder> {
  const { person, policies: rows, requestContext } = order;
  if (rows.length <= 1 && personIdsOf(rows).length === 0) return order;
  const accounts = await findRelatedAccounts(transaction, { brandId: requestContext.brand.id, rows });
  const policies = withoutRowsOfOthers(rows, { person: identityByRow(person), accounts });
  return withoutIdsOfOthers({ ...order, policies }, accounts);
}

/** An id by which the account of another person is known says nothing: the insurer has given it again. */
function withoutIdsOfOthers(order: AccountOrder, accounts: readonly RelatedAccount[]): AccountOrder {
  const { person, policies: rows } = order;
  const others = accounts.map(provenIdentityOf).filter((account) => !mayBeOnePerson(person, account));
  const isOfOther = (row: PolicyPerson) =>
    others.some(({ personIds }) => personIds.some((id) => isSamePersonId(id, row)));
  const withoutId = (row: PolicyPerson) => (isOfOther(row) ? { ...row, personId: null } : row);
  return { ...order, person: withoutId(person), policies: rows.map(withoutId) };
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
