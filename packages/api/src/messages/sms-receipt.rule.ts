import { createHmac } from "node:crypto";
import type { UndeliveredReason } from "@vestibule/catalogue/notification.table.ts";
import type { SmsReceipt } from "./sms-api.port.ts";

/** Codes of a provider by the reason that they give; any other is `other`. */
export type ReasonCodes = Readonly<Record<Exclude<UndeliveredReason, "other">, readonly string[]>>;

export function receiptOf(
  id: string,
  { isDelivered, code, reasons }: { isDelivered: boolean; code: string; reasons: ReasonCodes },
): SmsReceipt {
  if (isDelivered) return { id, kind: "delivered" };
  const known = Object.entries(reasons) as [keyof ReasonCodes, readonly string[]][];
  const reason = known.find(([, codes]) => codes.includes(code))?.[0] ?? "other";
  return { id, kind: "undelivered", reason };
}

export function hmac(algorithm: "sha1" | "sha256", { secret, text }: { secret: string; text: string }): Buffer {
  return createHmac(algorithm, secret).update(text).digest();
}

/** Undefined when it is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
