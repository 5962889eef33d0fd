import { createHmac } from "node:crypto";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { UndeliveredReason } from "@vestibule/catalogue/notification.table.ts";
import { isSameText } from "../platform/same-text.rule.ts";
import type { Receipt, ReceiptPost } from "./provider-api.port.ts";

/** Codes of a provider by the reason that they give; any other is `other`. */
export type ReasonCodes = Readonly<Partial<Record<UndeliveredReason, readonly string[]>>>;

export function receiptOf(
  id: string,
  { isDelivered, code, reasons }: { isDelivered: boolean; code: string; reasons: ReasonCodes },
): Receipt {
  if (isDelivered) return { id, kind: "delivered" };
  const reason = idsOf(reasons).find((one) => reasons[one]?.includes(code)) ?? "other";
  return { id, kind: "undelivered", reason };
}

export function hmac(algorithm: "sha1" | "sha256", { secret, text }: { secret: string; text: string }): Buffer {
  return createHmac(algorithm, secret).update(text).digest();
}

/** Whether the post has Basic authentication with this password, under any user name. */
export function hasPassword({ headers }: ReceiptPost, password: string): boolean {
  const [, credentials = ""] = /^Basic (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
  return isSameText(
    Buffer.from(credentials, "base64")
      .toString()
      .replace(/^[^:]*:/, ""),
    password,
  );
}
