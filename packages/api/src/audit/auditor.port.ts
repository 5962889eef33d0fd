import type { ProvenAccountType } from "@vestibule/catalogue/account.table.ts";
import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import type { AuditFact } from "@vestibule/catalogue/audit-fact.table.ts";
import type { LinkSource } from "@vestibule/catalogue/link.table.ts";
import type { FlowId } from "@vestibule/catalogue/statistic.table.ts";
import type { Trx } from "../platform/database.table.ts";

export interface AuditEvent {
  event: AuditEventName;
  /** `ok`, or the reason for the failure. */
  result: string;
  brandId?: string;
  accountId?: string;
  journeyId?: string;
  /** `person`, `system`, `service`, `operator:<name>` or `agent:<id>`. */
  actor: string;
  /** Dimensions for statistics; stored with the facts. */
  auditContext?: AuditContext;
  /** Ids, channels and reasons; never personal data. */
  facts?: Partial<Record<AuditFact, string | number | boolean>>;
}

export interface AuditContext {
  journey: FlowId;
  province: string;
  language: string;
  /** Id of the browser session, when the client sends it. */
  browserSession?: string;
  emailSource?: LinkSource;
  /** During an experiment. */
  brandVersion?: number;
  /** As chosen by the person; after verification, as on file. */
  accountType?: ProvenAccountType;
}

export interface AuditLocale extends Pick<AuditContext, "province" | "language"> {
  browserSessionId?: string | undefined;
  emailSource?: LinkSource | undefined;
  brandVersion?: number | undefined;
}

export function createAuditContext(
  journey: FlowId,
  locale: AuditLocale,
  accountType?: ProvenAccountType,
): AuditContext {
  return { journey, ...auditLocale(locale), ...(accountType && { accountType }) };
}

/** An event that a person causes in a journey under the brand of their request. */
export function journeyEvent(
  journey: FlowId,
  requestContext: AuditLocale & { brand: { id: string } },
  event: Omit<AuditEvent, "brandId" | "actor" | "auditContext">,
): AuditEvent {
  const auditContext = createAuditContext(journey, requestContext);
  return { ...event, brandId: requestContext.brand.id, actor: "person", auditContext };
}

/** Locale facts of an event outside any flow. */
export function auditLocale({
  province,
  language,
  browserSessionId,
  emailSource,
  brandVersion,
}: AuditLocale): Omit<AuditContext, "journey" | "accountType"> {
  return {
    province,
    language,
    ...(browserSessionId && { browserSession: browserSessionId }),
    ...(emailSource && { emailSource }),
    ...(brandVersion !== undefined && { brandVersion }),
  };
}

export interface Auditor {
  /** Appends to the hash-chained trail in the caller's transaction; if this fails, the transaction fails. */
  record(transaction: Trx, ...events: AuditEvent[]): Promise<void>;
}
