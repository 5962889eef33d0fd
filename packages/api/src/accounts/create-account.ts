import type { AuditContext } from "../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { consumePins } from "../directory/policy-directory.store.ts";
import { checkPasswordForAccount } from "../passwords/password-check.rule.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account, NewAccount } from "./account-store.port.ts";

/** The flow that creates or joins an account. */
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
  /** True when the person accepted the terms. */
  terms?: true | undefined;
}

export type CreateAccountResult =
  | { kind: "created"; email: string; ticket: string }
  | { kind: "createdConcurrently"; account: Account }
  | { kind: "emailTakenConcurrently" };

type CreateDeps = Pick<ApiDeps, "accountStore" | "auditor" | "hashing" | "notifier">;

/** Returns why the password of a new account is refused, or undefined. */
export function checkFirstPassword(
  deps: Pick<ApiDeps, "hashing">,
  { requestContext: { brand, clientIp }, username: { email }, password }: FirstPassword,
) {
  return checkPasswordForAccount(deps, { password, email, policy: brand.passwordPolicy, previousHashes: [], clientIp });
}

/** Hashes the password, then returns the step that creates the account in the caller's transaction. */
export async function prepareAccount(
  deps: CreateDeps,
  order: AccountOrder,
): Promise<(transaction: Trx, journey: AccountJourney) => Promise<CreateAccountResult>> {
  const account = {
    ...accountOf(order),
    passwordHash: await deps.hashing.hash(order.password, order.requestContext.clientIp),
  };
  return (transaction, journey) => createAccount(deps, transaction, { ...order, account, journey });
}

/** Unique indexes decide between concurrent requests. */
async function createAccount(
  { accountStore, auditor, notifier }: CreateDeps,
  transaction: Trx,
  { requestContext, policies, account, journey }: AccountOrder & { account: NewAccount; journey: AccountJourney },
): Promise<CreateAccountResult> {
  const creation = await accountStore.create(transaction, account);
  if (creation.kind === "emailTaken") return { kind: "emailTakenConcurrently" };
  if (creation.kind === "personHasAccount") return { kind: "createdConcurrently", account: creation.account };
  const { accountId } = creation;
  await consumePins(
    transaction,
    policies.map(({ id }) => id),
  );
  const ticket = await accountStore.issueTicket(transaction, { accountId });
  const { origin, province } = requestContext;
  await notifier.notify(transaction, {
    notification: "welcome",
    brandId: account.brandId,
    language: account.language,
    channel: "EMAIL",
    recipient: account.email,
    facts: { firstName: account.firstName, origin, province },
    journeyId: journey.id,
  });
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
  return { kind: "created", email: account.emailAsTyped, ticket };
}

function accountOf({ requestContext, person, policies, username, terms }: AccountOrder) {
  const { brand, language, province } = requestContext;
  return {
    brandId: brand.id,
    ...username,
    personKey: person.personKey,
    firstName: person.firstName,
    lastName: person.lastName,
    dateOfBirth: person.dateOfBirth,
    language,
    province: person.province,
    policies,
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
