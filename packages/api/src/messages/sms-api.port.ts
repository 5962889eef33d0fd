import type { Delivery, OutgoingMessage } from "./message-provider.port.ts";

export interface SmsAccount {
  /** Credentials of the URL: https://user:secret@host/path. */
  user: string;
  secret: string;
  /** Number or name that messages come from; empty where the provider chooses it. */
  from: string;
}

export interface SmsResponse {
  status: number;
  /** Undefined when it is not JSON. */
  body: unknown;
}

/** Request and response of one provider's HTTP interface. */
export interface SmsApi {
  createRequest(message: OutgoingMessage, account: SmsAccount): { headers: Record<string, string>; body: string };
  readResponse(response: SmsResponse): Delivery;
}
