import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import type { PersonBody } from "@vestibule/contract/internal/person.schema.ts";
import { type Account, findAccountByEmail } from "../../accounts/account.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { recoveryEmailKeys } from "../../accounts/recovery.store.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps } from "../../deps.ts";
import { peopleByEmail } from "../../directory/people-by-email.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { findAccountOfRow } from "../../identity/find-account-of-row.ts";
import { findRowsOfAccount, findRowsOfPerson } from "../../identity/find-rows.ts";
import { identityByRow, identityOf } from "../../identity/person.rule.ts";
import { keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { contactsOfOthers, type PersonRefs } from "../../retention/person-rows.store.ts";
import { identityParts, limitSubjectOf } from "../../verification/lockout.rule.ts";

export type PersonDeps = Pick<ApiDeps, "database" | "directory" | "keys" | "auditor" | "clock">;

export interface PersonCall {
  brand: Brand;
  /** As a caller names them, or by a row of the book. */
  person: PersonBody | { row: PolicyPerson };
  /** `service`, `operator:<name>` or `agent:<id>`. */
  actor: string;
}

export function personEvent(
  { brand, actor }: PersonCall,
  { accountId }: PersonRefs,
  event: "person.exported" | "person.erasureRequested" | "person.erased",
  facts: AuditEvent["facts"] = {},
) {
  return { event, result: "ok", brandId: brand.id, actor, facts, ...(accountId !== null && { accountId }) };
}

/** `severalPeople`: the e-mail is on file for more than one person. */
export type PersonMiss = { kind: "unknown" } | { kind: "severalPeople" };

/** Finds a person by account, by policy, or by an e-mail that only messages and links contain. */
export async function findPerson(
  deps: PersonDeps,
  { brand, person }: PersonCall,
): Promise<{ kind: "found"; refs: PersonRefs } | PersonMiss> {
  const found = await findAccountAndRows(deps, brand, person);
  if (!("emails" in found)) return found;
  const { account, rows, emails } = found;
  const { id: brandId, companies } = brand;
  const lookupHash = deps.keys.lookupHash;
  const onFile = [...emails, account?.email, ...rows.flatMap(({ email, cellPhone }) => [email, cellPhone])];
  const all = [...new Set(onFile.filter((contact) => typeof contact === "string"))];
  const refs = { brandId, companies, rows, accountId: account?.id ?? null, contacts: all };
  const others = new Set(await contactsOfOthers(deps.database, refs));
  for (const email of all.filter((contact) => contact.includes("@") && !others.has(contact))) {
    const people = await peopleByEmail(deps, { companies, email });
    if (people.some(({ id }) => !rows.some((own) => own.id === id))) others.add(email);
  }
  const contacts = all.filter((contact) => !others.has(contact));
  const identities = [...new Set([...(account ? [account.identity] : []), ...rows.map(identityOf)])];
  const names = contacts.filter((contact) => contact.includes("@"));
  return {
    kind: "found",
    refs: {
      ...refs,
      contacts,
      identityKeys: identities.flatMap((identity) =>
        keyedHashes(lookupHash, identityParts(limitSubjectOf({ brandId, identity }))),
      ),
      emailKeys: names.flatMap((email) => recoveryEmailKeys(lookupHash, { brandId, email })),
      loginNameKeys: names.flatMap((email) => loginNameHashes(lookupHash, { brandId, email })),
    },
  };
}

interface FoundPerson {
  account: Account | undefined;
  rows: readonly PolicyPerson[];
  emails: string[];
}

function findAccountAndRows(
  deps: PersonDeps,
  brand: Brand,
  person: PersonCall["person"],
): Promise<FoundPerson | PersonMiss> {
  if ("email" in person) return findByEmail(deps, brand, person.email);
  if ("policyNumber" in person) return findOnPolicy(deps, brand, person);
  const { id: brandId, companies } = brand;
  return findByRow(deps, { brandId, companies, row: person.row, contacts: [] });
}

async function findByEmail(
  deps: PersonDeps,
  { id: brandId, companies }: Brand,
  typed: string,
): Promise<FoundPerson | PersonMiss> {
  const email = normaliseEmail(typed);
  if (email === undefined) return { kind: "unknown" };
  const account = await findAccountByEmail(deps.database, { brandId, email });
  if (account !== undefined) {
    const rows = await findRowsOfAccount(deps, { companies, accountId: account.id });
    return { account, rows, emails: [email] };
  }
  const people = await peopleByEmail(deps, { companies, email });
  const [first] = people;
  if (first === undefined) return { account: undefined, rows: [], emails: [email] };
  const found = await findByRow(deps, { brandId, companies, row: first, contacts: [email] });
  if (people.some(({ id }) => !found.rows.some((own) => own.id === id))) return { kind: "severalPeople" };
  return { ...found, emails: [email] };
}

/** The person of a row: the account that owns it, or what the row and these contacts support. */
async function findByRow(
  deps: PersonDeps,
  of: { brandId: string; companies: readonly string[]; row: PolicyPerson; contacts: readonly string[] },
): Promise<FoundPerson> {
  const { brandId, companies, row, contacts } = of;
  const account = await findAccountOfRow(deps, { brandId, row });
  const rows = account
    ? await findRowsOfAccount(deps, { companies, accountId: account.id })
    : await findRowsOfPerson(deps, { companies, person: identityByRow(row, contacts) });
  return { account, rows, emails: [] };
}

async function findOnPolicy(
  deps: PersonDeps,
  { id: brandId, companies }: Brand,
  person: Exclude<PersonBody, { email: string }>,
): Promise<FoundPerson | PersonMiss> {
  const policyNumber = normaliseNumber(person.policyNumber);
  const key = personKey(person);
  const people = policyNumber === undefined ? [] : await deps.directory.findByPolicyNumber({ companies, policyNumber });
  const row = people.find((one) => one.personKey === key);
  return row ? findByRow(deps, { brandId, companies, row, contacts: [] }) : { kind: "unknown" };
}
