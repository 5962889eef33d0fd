import type { SecondFactorReason } from "@vestibule/catalogue/second-factor.table.ts";
import { type Device, deviceFacts } from "../../accounts/device.rule.ts";
import { type AuditEvent, type AuditLocale, journeyEvent } from "../../audit/auditor.port.ts";

interface AskedSecondFactor {
  accountId?: string;
  /** Id of the pending sign-in. */
  journeyId: string;
  reasons: readonly SecondFactorReason[];
  device: Device;
}

/** The event of a right password that waits for the second proof. */
export function secondFactorAsked(
  requestContext: AuditLocale & { brand: { id: string } },
  { reasons, device, ...ids }: AskedSecondFactor,
): AuditEvent {
  return journeyEvent("secondFactor", requestContext, {
    ...ids,
    event: "second-factor.asked",
    result: reasons[0] ?? "ok",
    facts: deviceFacts(device),
  });
}
