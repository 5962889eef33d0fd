import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import type { MessageTranslator } from "./message-translator.adapter.ts";

/** Input of a template. */
export interface TemplateContext {
  /** Translates a key of the `message` namespace, with the brand's overrides. */
  t: MessageTranslator;
  /** Origin of the portal for links, and its host for the last line of a text message. */
  origin: string;
  host: string;
  /** Customer telephone number of the province. */
  telephone: string;
  /** Expiry time of the message's code, with its time zone. */
  codeEnd: string;
  /** A value of the notice; throws when the caller did not pass it. */
  fact(name: string): string;
  /** Like `fact`, for an optional value. */
  given(name: string): string | undefined;
  /** An ISO time as a day and a time of day with its zone. */
  moment(name: string): { day: string; time: string };
  /** When the message was queued, as `moment`. */
  queued: { day: string; time: string };
  /** Browser and system of the request that caused the message: "Chrome on Windows". */
  device: string | undefined;
  /** URL of a page of the portal, which opens in the message's language. */
  page(path: `/${string}`): string;
  /** The value `link` with the portal's origin, so that a caller cannot link to another site. */
  link(): string;
  /** Where the brand lets people unsubscribe from its offers. */
  unsubscribeUrl: string | undefined;
  /** The person's first name, sanitized, or undefined. */
  firstName: string | undefined;
}

export interface MailContent {
  subject: string;
  /** Preview line that mail clients show next to the subject. */
  preheader: string;
  title: string;
  code?: string;
  paragraphs: readonly string[];
  button?: { label: string; link: string };
  /** Sentences that are different in the text part, which has no button. */
  inText?: Readonly<Record<string, string>>;
  /** Paragraphs after the button. */
  after?: readonly string[];
  /** Link at the end of an offer. */
  unsubscribe?: { label: string; link: string };
  /** Instructions for a recipient who did not request this. */
  notYou: string;
  /** Shows the telephone number large after `notYou`. */
  callsNow?: true;
}

/** A text message has a code, with a link where its owner can refuse it; or a link followed by a sentence. */
export type SmsContent =
  | { sentence: string; code: string; link?: string }
  | { sentence: string; link: string; after: string };

/** What a call says, one sentence after the other. */
export interface CallContent {
  sentences: readonly string[];
  code: string;
}

export interface LetterContent {
  title: string;
  paragraphs: readonly string[];
  code: string;
  link: string;
}

export interface ContentByChannel {
  EMAIL: MailContent;
  SMS: SmsContent;
  VOICE: CallContent;
  LETTER: LetterContent;
}

/** Content of one message on one channel, rendered by the channel's layout. */
export type Template<C extends Channel> = (context: TemplateContext) => ContentByChannel[C];
