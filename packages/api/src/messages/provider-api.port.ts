import type { UndeliveredReason } from "@vestibule/catalogue/notification.table.ts";
import type { Delivery, OutgoingMessage } from "./message-provider.port.ts";

export interface ProviderAccount {
  /** Endpoint without the credentials. */
  endpoint: URL;
  /** Credentials of the URL: https://user:secret@host/path. */
  user: string;
  secret: string;
  /** Number or name that messages come from; empty where the provider chooses it. */
  from: string;
  /** Where the provider reports what became of the message; undefined where receipts are not accepted. */
  receiptUrl: string | undefined;
}

export interface ProviderHttpRequest {
  headers: Record<string, string>;
  body: string;
}

export interface ProviderResponse {
  status: number;
  /** Undefined when it is not JSON. */
  body: unknown;
}

/** What a provider reports about a message that it has accepted; the id is the provider's or the message's own. */
export type Receipt = { id: string } & (
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

/** The HTTP interface of a provider of text messages, calls or email. */
export interface ProviderApi {
  createRequest(message: OutgoingMessage, account: ProviderAccount): ProviderHttpRequest | Promise<ProviderHttpRequest>;
  readResponse(response: ProviderResponse): Delivery;
  /** Returns the receipts of final states. Undefined where the post does not prove by `secret` that it is the provider's. */
  readReceipts(post: ReceiptPost, secret: string): Receipt[] | undefined | Promise<Receipt[] | undefined>;
}
