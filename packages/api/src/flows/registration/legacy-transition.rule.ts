import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import type { RaisedRoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import type { LegacyRefusal, LegacyTransition, Validated } from "./legacy-call.port.ts";

/** An answer of the validations call. */
export function validated(status: Validated["status"], answer: Partial<Validated["answer"]>): Validated {
  return { kind: "validated", status, answer: { error: false, twoFactorValidations: [], ...answer } };
}

/** Ends the registration at a limit. */
export function closed(
  roadblock: RaisedRoadblockId,
  { event, reason }: { event: AuditEventName; reason: string },
): LegacyTransition<LegacyRefusal> {
  return {
    result: { kind: "limit", roadblock },
    endReason: reason,
    events: [{ event, result: reason, facts: { roadblock } }],
  };
}

export function waits({ retryAfterSeconds }: { retryAfterSeconds: number }): LegacyTransition<LegacyRefusal> {
  return { result: { kind: "wait", retryAfterSeconds } };
}
