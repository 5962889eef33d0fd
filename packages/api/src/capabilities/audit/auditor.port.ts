import type { Trx } from "../../platform/database.table.ts";

export interface AuditEvent {
  /** subject.verb, such as account.created or code.refused */
  event: string;
  /** ok, or the reason it was not */
  result: string;
  brandId?: string;
  accountId?: string;
  journeyId?: string;
  /** person, system, service, or who it was: operator:<name>, agent:<id> */
  actor: string;
  /** Ids, channels and reasons; never personal. */
  facts?: Record<string, string | number | boolean>;
}

export interface Auditor {
  /** Appends to the hash-chained trail in the transaction of the act: if this fails, the act fails. */
  record(transaction: Trx, event: AuditEvent): Promise<void>;
}
