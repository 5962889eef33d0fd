import { createHash } from "node:crypto";
import {
  type EventActor,
  type EventRow,
  type EventSource,
  type EventType,
  eventActors,
  events,
} from "@vestibule/catalogue/event.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import type { AuditRow } from "../audit/audit-page.store.ts";
import { isJourney, markOf } from "../statistics/mark.rule.ts";

const rows = idsOf(events).map((type): [EventType, EventRow] => [type, events[type]]);

/** The events that an audit event is published as: none, or one for each row of the table that it fits. */
export function toEvents(audit: AuditRow): PortalEvent[] {
  return rows.flatMap(([type, row]) => {
    const source = row.from.find((one) => isFrom(one, audit));
    return source === undefined || audit.brand === null
      ? []
      : [toEvent(type, { row, source, audit, brand: audit.brand })];
  });
}

function isFrom({ event, results, facts = {}, actor }: EventSource, audit: AuditRow): boolean {
  return (
    event === audit.event &&
    (results === undefined || results.includes(audit.result)) &&
    (actor === undefined || actor === actorOf(audit)) &&
    Object.entries(facts).every(([name, value]) =>
      value === true ? audit.facts[name] !== undefined : audit.facts[name] === value,
    )
  );
}

function toEvent(
  type: EventType,
  { row, source, audit, brand }: { row: EventRow; source: EventSource; audit: AuditRow; brand: string },
): PortalEvent {
  const { result, event, facts } = audit;
  const { journey } = facts;
  const mark = typeof journey === "string" && isJourney(journey) ? markOf(journey, audit) : undefined;
  const { pageCategory, topOfPageError } = mark ?? {};
  const values: Record<string, unknown> = { ...facts, pageCategory, topOfPageError, result, event };
  const data = Object.entries(row.data).flatMap(([name, { fact, type: kind }]) => {
    const value = source.data?.[name] ?? values[fact];
    return typeof value === kind ? [[name, value]] : [];
  });
  return {
    id: eventId(audit, type),
    type,
    version: row.version,
    timestamp: audit.at.toISOString(),
    brand,
    actor: actorOf(audit),
    ...(audit.account_id !== null && { accountId: audit.account_id }),
    ...(audit.journey_id !== null && { journeyId: audit.journey_id }),
    data: Object.fromEntries(data),
  };
}

/** Derived from the audit event's hash, which no other event has, not even one with the same id after a restore. */
function eventId({ hash }: AuditRow, type: EventType): string {
  return `evt_${createHash("sha256").update(`${hash} ${type}`).digest("hex").slice(0, 32)}`;
}

/** The kind of actor, without the id of an agent or operator. */
function actorOf({ actor }: AuditRow): EventActor {
  const [kind] = actor.split(":");
  return eventActors.find((one) => one === kind) ?? "system";
}
