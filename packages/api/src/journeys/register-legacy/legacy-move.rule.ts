import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { LegacyMove, LegacyRefusal, Validated } from "./legacy-call.port.ts";

/** An answer of the validations call. */
export function validated(status: Validated["status"], answer: Partial<Validated["answer"]>): Validated {
  return { kind: "validated", status, answer: { error: false, twoFactorValidations: [], ...answer } };
}

/** A limit is reached and the registration over; `until` where the pause ends by itself. */
export function closed(
  roadblock: RaisedRoadblockId,
  { event, reason, until }: { event: AuditEventName; reason: string; until?: Date },
): LegacyMove<LegacyRefusal> {
  return {
    ending: { kind: "limit", roadblock, ...(until && { until }) },
    endedHow: reason,
    events: [{ event, result: reason, facts: { roadblock } }],
  };
}

export function waits({ retryAfterSeconds }: { retryAfterSeconds: number }): LegacyMove<LegacyRefusal> {
  return { ending: { kind: "wait", retryAfterSeconds } };
}
