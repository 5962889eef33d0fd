import type { UndeliveredReason } from "@vestibule/catalogue/notification.table.ts";
import type { ProviderApi } from "./provider-api.port.ts";

/** What a provider reports about a message that it has accepted. */
export type SmsReceipt = { id: string } & (
  | { kind: "delivered" }
  /** For good: the provider tries no more. */
  | { kind: "undelivered"; reason: UndeliveredReason }
);

/** A request of the provider to this server. */
export interface ReceiptPost {
  /** As the provider called it. */
  url: string;
  headers: Headers;
  body: string;
}

/** The HTTP interface of a provider of text messages. */
export interface SmsApi extends ProviderApi {
  /**
   * Returns the receipts of final states; the id of each is the provider's or the message's own. Undefined where the
   * signature by `secret` is wrong.
   */
  readReceipts(post: ReceiptPost, secret: string): SmsReceipt[] | undefined;
}
