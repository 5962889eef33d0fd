import { type AuditFault, verifyAuditTrail } from "@vestibule/api/audit/audit-verification.store.ts";
import { recordedRestores } from "@vestibule/api/flows/restore/restore.store.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

const meanings: Record<AuditFault, string> = {
  changed: "was changed, or was not written by the service",
  missing: "follows events that are missing",
  missingAtEnd: "events are missing at its end",
  unknownKey: "needs a key that AUDIT_SECRETS does not contain",
};

/** `vestibule audit verify`: verifies the audit trail; fails at the first fault and reports its position and kind. */
export async function verifyAuditCommand(): Promise<CommandResult> {
  const [verified, restores] = await withDatabase(checkedSettings(), async ({ database, keys }) => [
    await verifyAuditTrail(database, keys.audit),
    await recordedRestores(database),
  ]);
  if (verified.kind === "whole") {
    const gaps = restores.map(
      ({ at, lastEventAt = "the beginning" }) =>
        `Restored on ${at.toISOString()}: what happened after ${lastEventAt} and before that is not in this trail.`,
    );
    const text = [`The audit trail is intact: ${verified.events} events.`, ...gaps].join("\n");
    return { text, data: { ...verified, restores } };
  }
  const { fault, chain, eventId } = verified;
  const subject = eventId === null ? `chain ${chain}` : `event ${eventId} of chain ${chain}`;
  const text = `The audit trail is broken (${fault}): ${subject}: ${meanings[fault]}.`;
  return { text, data: verified, failure: "refusal" };
}
