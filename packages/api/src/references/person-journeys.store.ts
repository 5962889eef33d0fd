import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { FlowId } from "@vestibule/catalogue/statistic.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { withoutNulls } from "../platform/database.adapter.ts";
import type { Db } from "../platform/database.table.ts";

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
  {
    brandId,
    personKeys,
    accountIds,
  }: { brandId: string; personKeys: readonly string[]; accountIds: readonly string[] },
): Promise<PersonJourney[]> {
  const since = sql`app_now() - make_interval(days => ${ttl.supportReferenceDays}::int)`;
  const people = sql`any(${[...personKeys]}::text[])`;
  const accounts = sql`any(${[...accountIds]}::uuid[])`;
  const { rows } = await sql<PersonJourney>`
    select case api when 'v1' then 'policyNumberRegistration' else 'registration' end as kind, id, last_step_at as "lastAt",
      state -> 'found' ->> 'personKey' as "personKey" from registration_attempt
      where brand = ${brandId} and started_at > ${since} and state -> 'found' ->> 'personKey' = ${people}
    union all
    select 'recovery', id, started_at, null from recovery
      where brand = ${brandId} and started_at > ${since} and account_id = ${accounts}
    union all
    select 'link', id, issued_at, person_key from link
      where brand = ${brandId} and issued_at > ${since} and (account_id = ${accounts} or person_key = ${people})
    union all
    select 'signIn', account_id, max(at), null from audit_event
      where brand = ${brandId} and at > ${since} and account_id = ${accounts}
        and (facts ->> 'journey' = 'signIn' or event = 'sign-in.succeeded')
      group by account_id
    order by "lastAt" desc limit ${mostJourneys}`.execute(database);
  return rows.map(withoutNulls);
}

const tables = {
  registration: "registration_attempt",
  policyNumberRegistration: "registration_attempt",
  recovery: "recovery",
  link: "link",
} as const satisfies Record<Exclude<FlowId, "signIn">, string>;

/** Reads province and language of a journey; undefined when the brand has no such journey. */
export async function localeOfJourney(
  database: Db,
  { kind, id, brandId }: { kind: Exclude<FlowId, "signIn">; id: string; brandId: string },
): Promise<{ province: ProvinceId; language: Language } | undefined> {
  const { rows } = await sql<{ province: ProvinceId; language: Language }>`
    select province, language from ${sql.table(tables[kind])} where id = ${id} and brand = ${brandId}`.execute(
    database,
  );
  return rows[0];
}
