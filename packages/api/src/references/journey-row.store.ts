import type { FlowId } from "@vestibule/catalogue/statistic.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { DbOrTrx } from "../platform/database.table.ts";

export interface JourneyRow {
  isOpen: boolean;
  page: string | undefined;
  endReason: string | undefined;
  personKey: string | undefined;
  rowId: string | undefined;
  accountId: string | undefined;
  /** E-mails and numbers entered in this journey that are not on file; used for their limits, never displayed. */
  recipients: readonly string[];
}

interface Row {
  open: boolean;
  page?: string | null;
  end_reason: string | null;
  person_key?: string | null;
  account_id?: string | null;
  recipient?: string | null;
  state?: unknown;
}

const { registrationIdleMinutes: idle, registrationAbsoluteMinutes: whole, recoveryMinutes } = ttl;
const inTime = sql`app_now() < least(started_at + make_interval(mins => ${whole}::int), last_step_at + make_interval(mins => ${idle}::int))`;

const registrations = sql<Row>`select case api when 'v2' then page end as page, state, end_reason,
  ended_at is null and ${inTime} as open from registration_attempt`;

const queries: Readonly<Record<Exclude<FlowId, "signIn">, ReturnType<typeof sql<Row>>>> = {
  registration: registrations,
  policyNumberRegistration: registrations,
  recovery: sql`select account_id, end_reason,
    done_at is null and app_now() < started_at + make_interval(mins => ${recoveryMinutes}::int) as open from recovery`,
  link: sql`select account_id, person_key, recipient,
    case when used_at is not null then 'used' when deleted_at is not null then 'deleted'
      when superseded_at is not null then 'superseded' when expires_at <= app_now() then 'expired' end as end_reason,
    used_at is null and deleted_at is null and superseded_at is null and expires_at > app_now() as open from link`,
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
    isOpen: row.open,
    page: row.page ?? undefined,
    endReason: row.end_reason ?? undefined,
    personKey: state?.found?.personKey ?? row.person_key ?? undefined,
    rowId: state?.found?.rowId,
    accountId: row.account_id ?? undefined,
    recipients: recipients.filter((one) => one !== undefined),
  };
}
