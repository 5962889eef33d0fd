import type { ProvenAccountType } from "@vestibule/catalogue/account.table.ts";
import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import type { LinkSource } from "@vestibule/catalogue/link.table.ts";
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
  auditContext?: AuditContext;
  /** Ids, channels and reasons; never personal. */
  facts?: Record<string, string | number | boolean>;
}

/** The journey an event belongs to, and where and in which language it is lived. */
export interface AuditContext {
  journey: JourneyId;
  province: string;
  language: string;
  /** Of which visit, where the client names it. */
  visit?: string;
  emailSource?: LinkSource;
  /** As the person chose it; once they are proven, as the file has it. */
  accountType?: ProvenAccountType;
}

/** Where somebody is, and in which visit. */
export interface Place extends Pick<AuditContext, "province" | "language"> {
  browserSessionId?: string | undefined;
  emailSource?: LinkSource | undefined;
}

export function createAuditContext(journey: JourneyId, place: Place, accountType?: ProvenAccountType): AuditContext {
  return { journey, ...auditLocale(place), ...(accountType && { accountType }) };
}

/** Of what happened in no journey: kept among its facts. */
export function auditLocale({
  province,
  language,
  browserSessionId,
  emailSource,
}: Place): Omit<AuditContext, "journey" | "accountType"> {
  return {
    province,
    language,
    ...(browserSessionId && { visit: browserSessionId }),
    ...(emailSource && { emailSource }),
  };
}

export interface Auditor {
  /** Appends to the hash-chained trail in the transaction of the act: if this fails, the act fails. */
  record(transaction: Trx, event: AuditEvent): Promise<void>;
}
