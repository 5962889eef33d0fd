import type { Delivery, OutgoingMessage } from "./message-provider.port.ts";

export interface ProviderAccount {
  /** Credentials of the URL: https://user:secret@host/path. */
  user: string;
  secret: string;
  /** Number or name that messages come from; empty where the provider chooses it. */
  from: string;
}

export interface ProviderResponse {
  status: number;
  /** Undefined when it is not JSON. */
  body: unknown;
}

/** Request and response of one provider’s HTTP interface, for text messages or calls. */
export interface ProviderApi {
  createRequest(message: OutgoingMessage, account: ProviderAccount): { headers: Record<string, string>; body: string };
  readResponse(response: ProviderResponse): Delivery;
}
