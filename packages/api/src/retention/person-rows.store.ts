import type { ErasureReport, PersonSection } from "@vestibule/contract/internal/person.schema.ts";
import { type RawBuilder, sql } from "kysely";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { isAboutRow } from "../identity/row-condition.store.ts";
import { detachOidcSessions } from "../oidc/oidc-session.store.ts";
import type { Database, DbOrTrx, Trx } from "../platform/database.table.ts";
import { type DataClass, personalData } from "./personal-data.table.ts";

/** A person under a brand, with every key that their rows may be found by. */
export interface PersonRefs {
  brandId: string;
  companies: readonly string[];
  /** The person's rows of the book. */
  rows: readonly PolicyPerson[];
  accountId: string | null;
  /** E-mails and mobile numbers that no other person of the brand has on file. */
  contacts: readonly string[];
  /** Keyed hashes under every active key. */
  identityKeys: readonly string[];
  emailKeys: readonly string[];
  loginNameKeys: readonly string[];
}

type Refs = PersonRefs & { journeyIds: readonly string[] };

interface PersonTable {
  table: keyof Database;
  section: PersonSection;
  isOfPerson(refs: Refs): RawBuilder<boolean>;
  /** Expressions that are exported in place of a column. */
  exported?: Readonly<Record<string, RawBuilder<unknown>>>;
}

const any = (values: readonly string[], type = "text") => sql`any(${[...values]}::${sql.raw(type)}[])`;
const ofAccount = ({ accountId }: Refs) => sql<boolean>`account_id = ${accountId}::uuid`;

/** Tables with rows of a person, in the order of deletion. */
const personTables: readonly PersonTable[] = [
  {
    table: "notification",
    section: "messages",
    isOfPerson: (refs) => sql`brand = ${refs.brandId}
      and (recipient = ${any(refs.contacts)} or journey_id = ${any(refs.journeyIds, "uuid")}
        or link_id = ${any(refs.journeyIds, "uuid")})
      and not exists (select from account other where other.brand = person_row.brand
        and other.email = person_row.recipient and other.id is distinct from ${refs.accountId}::uuid)`,
  },
  {
    table: "one_time_code",
    section: "codes",
    isOfPerson: ({ brandId, identityKeys, journeyIds }) =>
      sql`brand = ${brandId} and (identity_key = ${any(identityKeys)} or session_id = ${any(journeyIds, "uuid")})`,
  },
  {
    table: "link_request",
    section: "linkRequests",
    isOfPerson: ({ brandId, rows, contacts }) =>
      sql`brand = ${brandId} and (${isAboutRow(rows)} or coalesce(recipient, lower(recipient_typed)) = ${any(contacts)})`,
  },
  {
    table: "household_request",
    section: "householdRequests",
    isOfPerson: ({ brandId, rows, contacts }) =>
      sql`brand = ${brandId} and (${isAboutRow(rows)} or email = ${any(contacts)})`,
  },
  {
    table: "letter_request",
    section: "letterRequests",
    isOfPerson: ({ brandId, rows }) => sql`brand = ${brandId} and ${isAboutRow(rows)}`,
  },
  {
    table: "person_request",
    section: "personRequests",
    isOfPerson: ({ brandId, rows }) => sql`brand = ${brandId} and ${isAboutRow(rows)}`,
  },
  {
    table: "link",
    section: "links",
    isOfPerson: (refs) => sql`brand = ${refs.brandId}
      and (${isAboutRow(refs.rows)} or ${ofAccount(refs)} or recipient = ${any(refs.contacts)})`,
  },
  {
    table: "recovery",
    section: "passwordResets",
    isOfPerson: (refs) => sql`brand = ${refs.brandId} and (${ofAccount(refs)} or email_key = ${any(refs.emailKeys)})`,
  },
  {
    table: "registration_attempt",
    section: "registrations",
    isOfPerson: ({ brandId, rows, accountId, contacts }) => sql`brand = ${brandId} and (
      state -> 'found' ->> 'rowId' = ${any(rows.map(({ id }) => id))}
      or jsonb_path_exists(state, '$.**.email ? (@ == $of[*])', jsonb_build_object('of', ${[...contacts]}::text[]))
      or jsonb_path_exists(state, '$.**.accountId ? (@ == $of)', jsonb_build_object('of', ${accountId}::text)))`,
    // Without the random threshold, which must stay unknown.
    exported: { state: sql`state - 'wrongCodeLimit'` },
  },
  {
    table: "support_reference",
    section: "supportReferences",
    isOfPerson: (refs) => sql`brand = ${refs.brandId}
      and (${ofAccount(refs)} or session_id = ${any(refs.journeyIds, "uuid")}
        or string_to_array(name_key, ' ') && ${[...refs.loginNameKeys]}::text[])`,
  },
  {
    table: "sign_in_failure",
    section: "failedSignIns",
    isOfPerson: ({ loginNameKeys }) => sql`split_part(key, '/', 1) = ${any(loginNameKeys)}`,
  },
  { table: "sign_in_ticket", section: "signInTickets", isOfPerson: ofAccount },
  { table: "email_change", section: "emailChanges", isOfPerson: ofAccount },
  { table: "policy_addition", section: "policyAdditions", isOfPerson: ofAccount },
  { table: "oidc_artifact", section: "applications", isOfPerson: ofAccount },
  { table: "allowed_application", section: "allowedApplications", isOfPerson: ofAccount },
  { table: "gateway_session", section: "sessions", isOfPerson: ofAccount },
  { table: "pending_sign_in", section: "pendingSignIns", isOfPerson: ofAccount },
  { table: "held_second_factor", section: "heldSecondFactors", isOfPerson: ofAccount },
  { table: "known_browser", section: "knownBrowsers", isOfPerson: ofAccount },
  { table: "passkey", section: "passkeys", isOfPerson: ofAccount },
  { table: "authenticator", section: "authenticators", isOfPerson: ofAccount },
  { table: "recovery_code", section: "recoveryCodes", isOfPerson: ofAccount },
  { table: "method_removal", section: "methodRemovals", isOfPerson: ofAccount },
  { table: "password_history", section: "passwordChanges", isOfPerson: ofAccount },
  { table: "account_policy", section: "accountPolicies", isOfPerson: ofAccount },
  { table: "detached_policy", section: "detachedPolicies", isOfPerson: ofAccount },
  { table: "account_contact", section: "accountContacts", isOfPerson: ofAccount },
  { table: "account_person", section: "accountPersonIds", isOfPerson: ofAccount },
  { table: "account", section: "account", isOfPerson: ({ accountId }) => sql`id = ${accountId}::uuid` },
  {
    table: "book_row",
    section: "insurerBook",
    isOfPerson: ({ rows }) => isAboutRow(rows),
  },
  {
    table: "audit_event",
    section: "events",
    isOfPerson: (refs) => sql`${ofAccount(refs)} or journey_id = ${any(refs.journeyIds, "uuid")}`,
  },
];

/** Selects the contacts that are on file for another person of the brand. */
export async function contactsOfOthers(
  database: DbOrTrx,
  {
    contacts,
    brandId,
    companies,
    rows: own,
    accountId,
  }: Pick<PersonRefs, "contacts" | "brandId" | "companies" | "rows" | "accountId">,
): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select contact from unnest(${[...contacts]}::text[]) contact where
      exists (select from account person_row where brand = ${brandId} and email = contact and id is distinct from ${accountId}::uuid)
      or exists (select from book_row person_row where company = ${any(companies)} and not ${isAboutRow(own)}
        and (email = contact or cell_phone = contact))`.execute(database);
  return rows.map(({ contact }) => contact);
}

/** Adds the ids of the person's registrations, password resets and links, including those whose rows are deleted. */
async function withJourneys(database: DbOrTrx, refs: PersonRefs): Promise<Refs> {
  const found = { ...refs, journeyIds: [] };
  const ownRows = personTables
    .filter(({ table }) => table === "registration_attempt" || table === "recovery" || table === "link")
    .map(({ table, isOfPerson }) => sql`select id from ${sql.table(table)} person_row where ${isOfPerson(found)}`);
  const { rows } = await sql<{ id: string }>`${sql.join(ownRows, sql` union `)} union
    select journey_id from audit_event where account_id = ${refs.accountId}::uuid and journey_id is not null`.execute(
    database,
  );
  return { ...refs, journeyIds: rows.map(({ id }) => id) };
}

const isExported = (dataClass: DataClass) => !["secret", "pseudonym", "staff"].includes(dataClass);
const camelCase = (column: string) => column.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

/** Exported columns by table: without hashes, internal ids and agents. */
export const exportedColumns = personTables.map(({ table, section }) => ({
  section,
  columns: personalData[table].fields
    .filter(({ dataClass }) => isExported(dataClass))
    .flatMap(({ columns }) => columns.map((column) => ({ column, name: camelCase(column) }))),
}));

export type PersonRows = Partial<Record<PersonSection, Record<string, unknown>[]>>;

/** Reads everything kept of a person, by section; empty sections are left out. */
export async function readPersonRows(database: DbOrTrx, person: PersonRefs): Promise<PersonRows> {
  const refs = await withJourneys(database, person);
  const sections: PersonRows = {};
  for (const [at, { table, section, isOfPerson, exported = {} }] of personTables.entries()) {
    const columns = (exportedColumns[at]?.columns ?? []).map(
      ({ column, name }) => sql`${exported[column] ?? sql.ref(column)} as ${sql.id(name)}`,
    );
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns)} from ${sql.table(table)} person_row where ${isOfPerson(refs)}`.execute(database);
    if (rows.length > 0) sections[section] = rows;
  }
  return sections;
}

export type ErasureCounts = Pick<ErasureReport, "deletes" | "keeps">;

export async function countErasure(database: DbOrTrx, person: PersonRefs): Promise<ErasureCounts> {
  return countRows(database, await withJourneys(database, person));
}

/** Deletes the person's rows, the account last, and counts them. Waits for concurrent changes of the account. */
export async function deletePersonRows(transaction: Trx, person: PersonRefs): Promise<ErasureCounts> {
  await sql`select from account where id = ${person.accountId}::uuid for update`.execute(transaction);
  const refs = await withJourneys(transaction, person);
  const counts = await countRows(transaction, refs);
  await detachOidcSessions(transaction, { id: refs.accountId, brandId: refs.brandId });
  for (const { table, isOfPerson } of personTables)
    if (personalData[table].erasure?.kind === "deleted")
      await sql`delete from ${sql.table(table)} person_row where ${isOfPerson(refs)}`.execute(transaction);
  return counts;
}

async function countRows(database: DbOrTrx, refs: Refs): Promise<ErasureCounts> {
  const counts: ErasureCounts = { deletes: {}, keeps: [] };
  for (const { table, section, isOfPerson } of personTables) {
    const { rows: counted } = await sql<{ rows: number }>`
      select count(*)::int as rows from ${sql.table(table)} person_row where ${isOfPerson(refs)}`.execute(database);
    const rows = counted[0]?.rows ?? 0;
    const { erasure } = personalData[table];
    if (erasure?.kind === "kept") counts.keeps.push({ section, rows, why: erasure.why });
    else if (rows > 0) counts.deletes[section] = rows;
  }
  return counts;
}
