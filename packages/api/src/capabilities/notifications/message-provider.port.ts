import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A message as it leaves: rendered, for one recipient. */
export interface OutgoingMessage {
  /** Same for every try, so that a provider can recognise a repeat. */
  id: string;
  brandId: string;
  language: Language;
  channel: Channel;
  /** E-mail address, ten-digit telephone number, or postal name. */
  to: string;
  from: { name: string; address: string };
  /** Null where the channel has none. */
  subject: string | null;
  text: string;
  html: string | null;
  /** Image that the HTML shows as `cid:`. */
  image?: { contentId: string; png: Uint8Array };
}

export type Delivery =
  /** The provider said yes; its own id for the message where it gives one. */
  | { kind: "accepted"; providerMessageId: string | null }
  /** It will never take this message. `fault` is a code without personal data, such as "smtp 550". */
  | { kind: "refused"; fault: string }
  /** Not now: busy, away, slow. */
  | { kind: "later"; fault: string };

/** Who carries messages of one channel. Answers within 10 s, whatever happens. */
export interface MessageProvider {
  deliver(message: OutgoingMessage): Promise<Delivery>;
  /** Ends the connections that are kept open. */
  close?(): void;
}

/** One provider a channel. */
export type MessageProviders = Readonly<Record<Channel, MessageProvider>>;

export const deliveryLimitMilliseconds = 10_000;
