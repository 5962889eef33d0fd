import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { FlowId } from "@vestibule/catalogue/statistic.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { PolicyRole } from "../accounts/account-policy.store.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { isAboutRow } from "../identity/row-condition.store.ts";
import { withoutNulls } from "../platform/database.adapter.ts";
import type { Db, DbOrTrx } from "../platform/database.table.ts";

interface JourneyLocale {
  province: ProvinceId;
  language: Language;
}

export interface JourneyRow extends JourneyLocale {
  isOpen: boolean;
  page: string | undefined;
  endReason: string | undefined;
  personKey: string | undefined;
  rowId: string | undefined;
  /** Policy and role of the person that a link was issued for. */
  policy: PolicyRole | undefined;
  accountId: string | undefined;
  /** E-mails and numbers entered in this journey that are not on file; used for their limits, never displayed. */
  recipients: readonly string[];
}

interface Row extends JourneyLocale {
  open: boolean;
  page?: string | null;
  end_reason: string | null;
  person_key?: string | null;
  company?: string | null;
  policy_number?: string | null;
  role?: RoleCode | null;
  account_id?: string | null;
  recipient?: string | null;
  state?: unknown;
}

const { registrationIdleMinutes: idle, registrationAbsoluteMinutes: whole, recoveryMinutes } = ttl;
const inTime = sql`app_now() < least(started_at + make_interval(mins => ${whole}::int), last_step_at + make_interval(mins => ${idle}::int))`;

const registrations = sql<Row>`select case api when 'v2' then page end as page, state, end_reason,
  province, language, ended_at is null and ${inTime} as open from registration_attempt`;

const queries: Readonly<Record<Exclude<FlowId, "signIn">, ReturnType<typeof sql<Row>>>> = {
  registration: registrations,
  policyNumberRegistration: registrations,
  recovery: sql`select account_id, end_reason, province, language,
    done_at is null and app_now() < started_at + make_interval(mins => ${recoveryMinutes}::int) as open from recovery`,
  link: sql`select account_id, person_key, company, policy_number, role, recipient, province, language,
    case when used_at is not null then 'used' when deleted_at is not null then 'deleted'
      when superseded_at is not null then 'superseded' when expires_at <= app_now() then 'expired' end as end_reason,
    used_at is null and deleted_at is null and superseded_at is null and expires_at > app_now() as open from link`,
  secondFactor: sql`select account_id, end_reason, province, language,
    ended_at is null and expires_at > app_now() as open from (
      select pending_sign_in.*, brand, province, language from pending_sign_in
      join account on account.id = account_id) pending`,
};

/** Reads the stored state of a journey; undefined when it was deleted or belongs to another brand. */
export async function readJourneyRow(
  database: DbOrTrx,
  { kind, id, brandId }: { kind: FlowId; id: string; brandId: string },
): Promise<JourneyRow | undefined> {
  if (kind === "signIn") return undefined;
  const { rows } = await sql<Row>`${queries[kind]} where id = ${id} and brand = ${brandId}`.execute(database);
  const [row] = rows;
  return row && rowOf(row);
}

const recipientState = z.object({ email: z.string().optional() });
/** The fields of a registration's state with the matched person and the recipients of its messages. */
const registrationFacts = z.object({
  found: z.object({ personKey: z.string(), rowId: z.string() }).optional(),
  code: recipientState.optional(),
  username: recipientState.optional(),
  mailedTo: recipientState.optional(),
});

function rowOf(row: Row): JourneyRow {
  const { data: state } = registrationFacts.safeParse(row.state);
  const recipients = [state?.code?.email, state?.username?.email, state?.mailedTo?.email, row.recipient ?? undefined];
  return {
    province: row.province,
    language: row.language,
    isOpen: row.open,
    page: row.page ?? undefined,
    endReason: row.end_reason ?? undefined,
    personKey: state?.found?.personKey ?? row.person_key ?? undefined,
    rowId: state?.found?.rowId,
    policy: policyOf(row),
    accountId: row.account_id ?? undefined,
    recipients: recipients.filter((one) => one !== undefined),
  };
}

function policyOf({ company, policy_number: policyNumber, role }: Row): PolicyRole | undefined {
  return company && policyNumber && role ? { company, policyNumber, role } : undefined;
}

export interface PersonJourney {
  kind: FlowId;
  /** Id of the journey's row; for a sign-in, of its account. */
  id: string;
  lastAt: Date;
  /** Undefined when only the account is known. */
  personKey: string | undefined;
}

const mostJourneys = 20;

/** Lists the journeys of these people and accounts under a brand within the lifetime of a reference, newest first. */
export async function journeysOfPeople(
  database: Db,
  { brandId, people, accountIds }: { brandId: string; people: readonly PolicyPerson[]; accountIds: readonly string[] },
): Promise<PersonJourney[]> {
  const since = sql`app_now() - make_interval(days => ${ttl.supportReferenceDays}::int)`;
  const rowIds = sql`any(${people.map(({ id }) => id)}::text[])`;
  const accounts = sql`any(${[...accountIds]}::uuid[])`;
  const { rows } = await sql<PersonJourney>`
    select case api when 'v1' then 'policyNumberRegistration' else 'registration' end as kind, id, last_step_at as "lastAt",
      state -> 'found' ->> 'personKey' as "personKey" from registration_attempt
      where brand = ${brandId} and started_at > ${since} and state -> 'found' ->> 'rowId' = ${rowIds}
    union all
    select 'recovery', id, started_at, null from recovery
      where brand = ${brandId} and started_at > ${since} and account_id = ${accounts}
    union all
    select 'link', id, issued_at, person_key from link
      where brand = ${brandId} and issued_at > ${since} and (account_id = ${accounts} or ${isAboutRow(people)})
    union all
    select 'signIn', account_id, max(at), null from audit_event
      where brand = ${brandId} and at > ${since} and account_id = ${accounts}
        and (facts ->> 'journey' = 'signIn' or event = 'sign-in.succeeded')
      group by account_id
    order by "lastAt" desc limit ${mostJourneys}`.execute(database);
  return rows.map(withoutNulls);
}
