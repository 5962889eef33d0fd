import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import { type OcsfRow, ocsfClasses, ocsfRows, otherActivity } from "@vestibule/catalogue/ocsf.table.ts";
import type { ExportedEvent, ExportFormat } from "@vestibule/contract/internal/audit-export.endpoint.ts";
import { auditLinkOf } from "./audit-link.rule.ts";
import type { AuditRow } from "./audit-page.store.ts";

/** An audit event as another system keeps it. */
export function toExport(row: AuditRow, format: ExportFormat): ExportedEvent | Record<string, unknown> {
  const exported = {
    id: row.id,
    ...auditLinkOf(row),
    previousHash: row.previous_hash,
    hash: row.hash,
    keyId: row.key_id,
    mac: row.mac,
    headKeyId: row.head_key_id,
  };
  return format === "ocsf" ? toOcsf(exported) : exported;
}

const isRefusal = ({ event }: ExportedEvent) => /[rR]efused$|\.locked$/.test(event);

/**
 * One event of OCSF 1.3. What its class has no attribute for is under `unmapped`, also the proofs of the chain; a base
 * event has neither an actor nor a user.
 */
function toOcsf(exported: ExportedEvent): Record<string, unknown> {
  const { event, result, at, hash, actor, accountId, ...proofs } = exported;
  const row: OcsfRow | undefined = isIdOf(ocsfRows, event) ? ocsfRows[event] : undefined;
  const ofClass = ocsfClasses[row?.class ?? "base"];
  const activity = row?.activity ?? otherActivity;
  const caption = ofClass.activities[activity];
  const isRefused = isRefusal(exported);
  return {
    category_uid: ofClass.category.uid,
    category_name: ofClass.category.name,
    class_uid: ofClass.uid,
    class_name: ofClass.name,
    activity_id: activity,
    activity_name: caption ?? event,
    type_uid: ofClass.uid * 100 + activity,
    type_name: `${ofClass.name}: ${caption ?? "Other"}`,
    time: Date.parse(at),
    severity_id: isRefused ? 2 : 1,
    severity: isRefused ? "Low" : "Informational",
    status_id: isRefused ? 2 : 1,
    status: isRefused ? "Failure" : "Success",
    status_detail: result,
    metadata: {
      version: "1.3.0",
      uid: hash,
      log_name: "audit",
      event_code: event,
      product: { name: "Vestibule", vendor_name: "Vestibule" },
    },
    ...(row && { actor: { user: { uid: actor } }, user: { uid: accountId ?? ofAgent(exported) ?? "unknown" } }),
    ...(row?.class === "authentication" && { service: { name: "Vestibule" } }),
    unmapped: { ...proofs, accountId, ...(!row && { actor }), hash },
  };
}

/** The agent who logs in, or fails to; undefined for every other event. */
const ofAgent = ({ event, actor }: ExportedEvent) => (event.startsWith("agent.") ? actor : undefined);
