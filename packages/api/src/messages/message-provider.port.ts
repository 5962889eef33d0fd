import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";

export interface OutgoingMessage {
  /** The same for every attempt, so that a provider can detect duplicates. */
  id: string;
  brandId: string;
  language: Language;
  channel: Channel;
  /** E-mail, ten-digit telephone number, or postal name. */
  to: string;
  from: { name: string; address: string };
  /** Of the brand's portal, such as https://portal.belair.example; undefined where the brand has no host. */
  origin: string | undefined;
  /** Null for channels without subjects. */
  subject: string | null;
  text: string;
  html: string | null;
  /** Inline image that the HTML references as `cid:`. */
  image?: { contentId: string; png: Uint8Array };
}

export type Delivery =
  /** The provider accepted the message; `providerMessageId` is its own id, when it returns one. */
  | { kind: "accepted"; providerMessageId: string | null }
  /** The provider permanently rejects this message. `fault` is a code without personal data, such as "smtp 550". */
  | { kind: "refused"; fault: string }
  /** A temporary failure, such as a busy or unavailable provider; the message is tried again. */
  | { kind: "later"; fault: string };

/** The fault of a delivery as logs, audit events and the documentation write it, such as "smtp-550". */
export const faultCode = ({ fault }: { fault: string }): string => fault.replaceAll(" ", "-");

/** Delivers messages of one channel. Always resolves, within 10 s for each provider that it tries. */
export interface MessageProvider {
  deliver(message: OutgoingMessage): Promise<Delivery>;
  close?(): void;
}

export type MessageProviders = Readonly<Record<Channel, MessageProvider>>;

export const deliveryLimitMilliseconds = 10_000;
