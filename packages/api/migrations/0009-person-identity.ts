import { refoldPersonKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { type Kysely, sql } from "kysely";

/** The insurer's person ids, and the contacts by which an account has proven its person. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const text of [book, accounts]) await sql.raw(text).execute(database);
  await refoldNames(database);
  for (const text of [provenContacts, provenPolicies, detachedPolicies]) await sql.raw(text).execute(database);
}

/** Spells letters such as đ and ł in the stored keys as this version does. */
async function refoldNames(database: Kysely<unknown>): Promise<void> {
  const tables = ["account", "book_row", "letter_request", "link", "link_request"];
  for (const table of tables) {
    const { rows } = await sql<{ key: string }>`
      select distinct person_key as key from ${sql.table(table)} where person_key ~ '[^ -~]'`.execute(database);
    for (const { key } of rows) {
      const refolded = refoldPersonKey(key);
      // A row that the insurer lists in both spellings keeps its own.
      const isFree =
        table === "account"
          ? sql`true`
          : sql`not exists (select from ${sql.table(table)} other where other.person_key = ${refolded}
              and other.company = one.company and other.policy_number = one.policy_number)`;
      await sql`update ${sql.table(table)} one set person_key = ${refolded}
        where person_key = ${key} and ${isFree}`.execute(database);
    }
  }
}

const book = `
  alter table book_row add column person_id text;
  create index book_row_person_id on book_row (company, person_id) where person_id is not null;
`;

/** Names and date of birth no longer make an account unique, since namesakes have one each. */
const accounts = `
  -- key of the person under the brand, as their limits use it; null for accounts of an earlier version
  alter table account add column identity text;
  create unique index account_identity on account (brand, identity);
  alter table account drop constraint account_person_once;
  create index account_person_key on account (brand, person_key);

  create table account_contact (
    account_id uuid not null references account (id) on delete cascade,
    -- normalised e-mail or ten digits
    contact text not null,
    confirmed_at timestamptz not null default app_now(),
    primary key (account_id, contact)
  );

  create table account_person (
    account_id uuid not null references account (id) on delete cascade,
    brand text not null,
    company text not null,
    person_id text not null,
    added_at timestamptz not null default app_now(),
    primary key (account_id, company, person_id),
    constraint account_person_id_once unique (brand, company, person_id)
  );

  -- a namesake has separate requests
  drop index link_request_open;
  create unique index link_request_open on link_request (brand, company, policy_number, person_key, action)
    where state in ('requested', 'approved');

  -- names and date of birth on a row that was proven by its own facts and a code
  alter table account_policy add column person_key text;
  create index account_policy_proven on account_policy (company, policy_number) where person_key is not null;
`;

const provenContacts = `
  insert into account_contact (account_id, contact, confirmed_at) select id, email, created_at from account;
  insert into account_contact (account_id, contact, confirmed_at)
    select account_id, previous_email, requested_at from email_change
    where changed_at is not null and previous_email is not null
    on conflict do nothing;
  insert into account_contact (account_id, contact, confirmed_at)
    select account_id, email, changed_at from email_change where changed_at is not null and undone_at is null
    on conflict do nothing;
`;

/**
 * Rows of the account's own names that its registration has proven: the only one, those that a registration found, or,
 * where neither an e-mail nor a registration tells, all where they share a contact.
 */
const provenPolicies = `
  create table own_policy as
    with found as (
      select distinct brand, state -> 'found' ->> 'rowId' as row_id,
        lower(coalesce(state -> 'existingAccount' ->> 'email', state -> 'username' ->> 'email')) as email
      from registration_attempt where end_reason = 'created' or page in ('CONFIRM', 'WELCOME_BACK')
    ), own as (
      select policy.account_id, policy.company, policy.policy_number, policy.role, account.person_key, book.email,
        book.cell_phone,
        exists (select from account_contact where account_id = account.id and contact = book.email) as by_contact,
        found.row_id is not null as by_registration
      from account_policy policy join account on account.id = policy.account_id
      join book_row book on (book.company, book.policy_number, book.role, book.person_key)
        = (policy.company, policy.policy_number, policy.role, account.person_key)
      left join found on (found.brand, found.row_id, found.email) = (account.brand, book.id::text, account.email)
    )
    select *, count(*) over of_account = 1 as is_only,
      bool_or(by_contact or by_registration) over of_account as is_told,
      count(*) over of_account = count(email) over of_account and min(email) over of_account = max(email) over of_account
        or count(*) over of_account = count(cell_phone) over of_account
          and min(cell_phone) over of_account = max(cell_phone) over of_account as share_contact
    from own window of_account as (partition by account_id);
  update account_policy policy set person_key = own.person_key from own_policy own
    where (policy.account_id, policy.company, policy.policy_number, policy.role)
      = (own.account_id, own.company, own.policy_number, own.role)
      and (own.is_only or own.by_registration or (not own.is_told and own.share_contact));
`;

/** Policies that only names and date of birth joined to an account; each gets an audit event. */
const detachedPolicies = `
  create table detached_policy (
    account_id uuid not null references account (id) on delete cascade,
    company text not null,
    policy_number text not null,
    role smallint not null check (role in (40, 80)),
    detached_at timestamptz not null default app_now(),
    recorded_at timestamptz,
    primary key (account_id, company, policy_number, role)
  );
  create index detached_policy_unrecorded on detached_policy (account_id) where recorded_at is null;
  with detached as (
    delete from account_policy policy using own_policy own
    where (policy.account_id, policy.company, policy.policy_number, policy.role)
      = (own.account_id, own.company, own.policy_number, own.role)
      and policy.person_key is null and not own.by_contact
    returning policy.account_id, policy.company, policy.policy_number, policy.role
  )
  insert into detached_policy (account_id, company, policy_number, role)
    select account_id, company, policy_number, role from detached;
  drop table own_policy;
`;
