import {
  type ActivityEvent,
  type ActivityId,
  activities,
  activityEvents,
} from "@vestibule/catalogue/activity.table.ts";
import { browserIds, systemIds } from "@vestibule/catalogue/device.table.ts";
import { idsOf, isIdOf } from "@vestibule/catalogue/ids-of.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { Activity } from "@vestibule/contract/account/security.endpoint.ts";
import type { AccountChange } from "@vestibule/contract/internal/support-desk.schema.ts";
import { readSignals } from "@vestibule/contract/sign-in-signals.rule.ts";
import { sql } from "kysely";
import type { DbOrTrx } from "../platform/database.table.ts";

const pageLength = 20;
/** Result of an agent's action that changed nothing. */
const nothingChanged = "wasOpen";

interface ActivityQuery {
  accountId: string;
  brandId: string;
  before?: string | undefined;
  /** Restricts the result to the activity with this id. */
  id?: string | undefined;
}

/** Events of an account as its person may see them, newest first: no actors, ids or facts but the device. */
export async function listActivities(
  database: DbOrTrx,
  { accountId, brandId, before, id: only }: ActivityQuery,
): Promise<{ activities: Activity[]; next?: string }> {
  const rows = await database
    .selectFrom("audit_event")
    .select(["id", "at", "event", "result", "actor", "facts"])
    .where("account_id", "=", accountId)
    .where("brand", "=", brandId)
    .where("event", "in", activityEvents)
    .where("result", "<>", nothingChanged)
    .where("at", ">", sql<Date>`app_now() - make_interval(months => ${ttl.activityMonths}::int)`)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? ""))
    .$if(only !== undefined, (query) => query.where("id", "=", only ?? ""))
    .orderBy("id", "desc")
    .limit(pageLength + 1)
    .$narrowType<{ event: ActivityEvent }>()
    .execute();
  const page = rows.slice(0, pageLength);
  const last = page.at(-1);
  return {
    activities: page.map(({ id, at, event, result, actor, facts }) => ({
      id,
      at: at.toISOString(),
      activity: activityOf(event, result),
      ...deviceIn(facts),
      ...signalsIn(facts),
      canDeny: actor === "person",
    })),
    ...(rows.length > page.length && last && { next: last.id }),
  };
}

/** The device of the sign-in before that of a session; undefined where the trail does not name it. */
export async function findLastSignInDevice(
  database: DbOrTrx,
  { accountId, idHash }: { accountId: string; idHash: string },
): Promise<Pick<Activity, "browser" | "system"> | undefined> {
  const row = await database
    .selectFrom("gateway_session")
    .innerJoin("audit_event", "audit_event.account_id", "gateway_session.account_id")
    .select("facts")
    .where("id_hash", "=", idHash)
    .where("audit_event.account_id", "=", accountId)
    .where("event", "=", "sign-in.succeeded")
    // A sign-in gets its time first, then its session opens, then the trail records it.
    .whereRef("at", ">=", "previous_sign_in_at")
    .whereRef("at", "<", "started_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  const device = deviceIn(row?.facts ?? {});
  return Object.keys(device).length > 0 ? device : undefined;
}

const changeEvents = {
  "email.changed": { kind: "email", fact: "change" },
  "passkey.added": { kind: "passkeyAdded", fact: "passkey" },
  "passkey.kept": { kind: "passkeyAdded", fact: "passkey" },
  "passkey.removed": { kind: "passkeyRemoved", fact: "passkey" },
  "authenticator.added": { kind: "authenticatorAdded", fact: "authenticator" },
  "authenticator.kept": { kind: "authenticatorAdded", fact: "authenticator" },
  "authenticator.removed": { kind: "authenticatorRemoved", fact: "authenticator" },
} as const;

/** Kinds of changes that their event does not name by an id. */
const datedChanges = {
  "account.policiesAdded": "policiesAdded",
  "recoveryCodes.made": "recoveryCodesMade",
  "application.allowed": "applicationAllowed",
} as const;

/** A change that is found by the time of its event: both are written in one transaction. */
export interface DatedChange {
  kind: (typeof datedChanges)[keyof typeof datedChanges];
  at: Date;
}

/** The change that an activity made, which can be put back; undefined for any other activity. */
export async function changeOfActivity(
  database: DbOrTrx,
  { accountId, brandId, id }: { accountId: string; brandId: string; id: string },
): Promise<Pick<AccountChange, "kind" | "id"> | DatedChange | undefined> {
  const row = await database
    .selectFrom("audit_event")
    .select(["event", "facts", "at"])
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("brand", "=", brandId)
    .where("event", "in", [...idsOf(datedChanges), ...idsOf(changeEvents)])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (isIdOf(datedChanges, row.event)) return { kind: datedChanges[row.event], at: row.at };
  if (!isIdOf(changeEvents, row.event)) return undefined;
  const { kind, fact } = changeEvents[row.event];
  const changed = row.facts[fact];
  return typeof changed === "string" ? { kind, id: changed } : undefined;
}

function activityOf(event: ActivityEvent, result: string): ActivityId {
  const row: { other: ActivityId } & Partial<Record<string, ActivityId>> = activities[event];
  return (Object.hasOwn(row, result) && row[result]) || row.other;
}

function deviceIn(facts: Record<string, unknown>): Pick<Activity, "browser" | "system"> {
  const browser = browserIds.find((id) => id === facts.browser);
  const system = systemIds.find((id) => id === facts.system);
  return { ...(browser && { browser }), ...(system && { system }) };
}

function signalsIn(facts: Record<string, unknown>): Pick<Activity, "signals"> {
  const signals = readSignals(facts.signals);
  return signals.length > 0 ? { signals } : {};
}
