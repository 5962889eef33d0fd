import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import type { JourneyId } from "@vestibule/catalogue/statistic.table.ts";
import type { Trx } from "../../platform/database.table.ts";

export interface AuditEvent {
  event: AuditEventName;
  /** ok, or the reason it was not */
  result: string;
  brandId?: string;
  accountId?: string;
  journeyId?: string;
  /** person, system, service, or who it was: operator:<name>, agent:<id> */
  actor: string;
  /** Where statistics count it; kept among the facts. */
  lived?: Lived;
  /** Ids, channels and reasons; never personal. */
  facts?: Record<string, string | number | boolean>;
}

/** The journey an event belongs to, and where and in which language it is lived. */
export interface Lived {
  journey: JourneyId;
  province: string;
  language: string;
  /** Of which visit, where the client names it. */
  visit?: string;
}

/** Where somebody is, and in which visit. */
export interface Place extends Pick<Lived, "province" | "language"> {
  visitId?: string | undefined;
}

export function livedIn(journey: JourneyId, place: Place): Lived {
  return { journey, ...livedAt(place) };
}

/** Of what happened in no journey: kept among its facts. */
export function livedAt({ province, language, visitId }: Place): Omit<Lived, "journey"> {
  return { province, language, ...(visitId && { visit: visitId }) };
}

export interface Auditor {
  /** Appends to the hash-chained trail in the transaction of the act: if this fails, the act fails. */
  record(transaction: Trx, event: AuditEvent): Promise<void>;
}
