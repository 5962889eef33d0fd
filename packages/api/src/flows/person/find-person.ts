import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { personKey } from "@vestibule/contract/fields/person-name.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import type { PersonBody } from "@vestibule/contract/internal/person.schema.ts";
import { type Account, findAccountByEmail, findAccountByPerson } from "../../accounts/account.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import type { ApiDeps } from "../../deps.ts";
import { peopleByEmail } from "../../directory/people-by-email.ts";
import { keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { recoveryEmailKeys } from "../../recoveries/recovery.store.ts";
import { contactsOfOthers, type PersonRefs } from "../../retention/person-rows.store.ts";
import { identityOf, identityParts } from "../../verification/lockout.rule.ts";

export type PersonDeps = Pick<ApiDeps, "database" | "directory" | "keys" | "auditor" | "clock">;

export interface PersonCall {
  brand: Brand;
  person: PersonBody;
  /** `service`, `operator:<name>` or `agent:<id>`. */
  actor: string;
}

export function personEvent(
  { brand, actor }: PersonCall,
  { accountId }: PersonRefs,
  event: "person.exported" | "person.erasureRequested" | "person.erased",
  facts: Record<string, string> = {},
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
  const found = await ("email" in person ? findByEmail(deps, brand, person.email) : findOnPolicy(deps, brand, person));
  if (!("emails" in found)) return found;
  const { account, key, emails } = found;
  const { id: brandId, companies } = brand;
  const lookupHash = deps.keys.lookupHash;
  const rows = key === undefined ? [] : await deps.directory.findByPerson({ companies, personKey: key });
  const onFile = [...emails, account?.email, ...rows.flatMap(({ email, cellPhone }) => [email, cellPhone])];
  const all = [...new Set(onFile.filter((contact) => typeof contact === "string"))];
  const refs = { brandId, companies, personKey: key ?? null, accountId: account?.id ?? null, contacts: all };
  const others = new Set(await contactsOfOthers(deps.database, refs));
  for (const email of all.filter((contact) => contact.includes("@") && !others.has(contact))) {
    const people = await peopleByEmail(deps, { companies, email });
    if (people.some((row) => row.personKey !== key)) others.add(email);
  }
  const contacts = all.filter((contact) => !others.has(contact));
  const names = contacts.filter((contact) => contact.includes("@"));
  return {
    kind: "found",
    refs: {
      ...refs,
      contacts,
      identityKeys:
        key === undefined ? [] : keyedHashes(lookupHash, identityParts(identityOf({ brandId, personKey: key }))),
      emailKeys: names.flatMap((email) => recoveryEmailKeys(lookupHash, { brandId, email })),
      loginNameKeys: names.flatMap((email) => loginNameHashes(lookupHash, { brandId, email })),
    },
  };
}

interface FoundPerson {
  account: Account | undefined;
  key: string | undefined;
  emails: string[];
}

async function findByEmail(
  { database, directory }: PersonDeps,
  { id: brandId, companies }: Brand,
  typed: string,
): Promise<FoundPerson | PersonMiss> {
  const email = normaliseEmail(typed);
  if (email === undefined) return { kind: "unknown" };
  const account = await findAccountByEmail(database, { brandId, email });
  if (account !== undefined) return { account, key: account.personKey, emails: [email] };
  const people = await peopleByEmail({ directory }, { companies, email });
  const [key, ...others] = new Set(people.map((row) => row.personKey));
  if (others.length > 0) return { kind: "severalPeople" };
  const own = key === undefined ? undefined : await findAccountByPerson(database, { brandId, personKey: key });
  return { account: own, key, emails: [email] };
}

async function findOnPolicy(
  { database, directory }: PersonDeps,
  { id: brandId, companies }: Brand,
  person: Exclude<PersonBody, { email: string }>,
): Promise<FoundPerson | PersonMiss> {
  const policyNumber = normaliseNumber(person.policyNumber);
  const key = personKey(person);
  const people = policyNumber === undefined ? [] : await directory.findByPolicyNumber({ companies, policyNumber });
  if (!people.some((row) => row.personKey === key)) return { kind: "unknown" };
  return { account: await findAccountByPerson(database, { brandId, personKey: key }), key, emails: [] };
}
