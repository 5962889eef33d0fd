import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { MessageTranslator } from "./message-translator.adapter.ts";

/** What a template knows: the brand's voice, the portal's address, when the message ends, and its values. */
export interface TemplateContext {
  brand: Brand;
  language: Language;
  /** A sentence of the `message` namespace in the message's language, the brand's own where it has one. */
  say: MessageTranslator;
  /** Origin of the portal for links, and its host for the last line of a text. */
  origin: string;
  host: string;
  /** Number that customers of the province call. */
  telephone: string;
  /** When the message's code ends, as a time of day with its zone. */
  codeEnd: string;
  /** A value of the notice; throws where the caller did not give it. */
  fact(name: string): string;
  /** As `fact`, for a value that may be missing. */
  given(name: string): string | undefined;
  /** A value that is an ISO time, as the day, and the time of day with its zone. */
  moment(name: string): { day: string; time: string };
  /** The value `link`, moved to the portal's origin: no caller can send a reader elsewhere. */
  link(): string;
  /** The person's name made safe to show, or undefined. */
  firstName: string | undefined;
}

export interface MailContent {
  subject: string;
  /** The line that mail clients show beside the subject. */
  preheader: string;
  title: string;
  code?: string;
  paragraphs: readonly string[];
  button?: { label: string; link: string };
  /** Behind the button. */
  after?: readonly string[];
  /** What a person does who did not ask for this. */
  notYou: string;
  /** They call at once: the telephone number follows, large. */
  callsNow?: true;
}

/** A text carries a code, or a link with a sentence behind it. */
export type SmsContent = { sentence: string; code: string } | { sentence: string; link: string; after: string };

export interface LetterContent {
  title: string;
  paragraphs: readonly string[];
  code: string;
  link: string;
}

export interface ContentByChannel {
  EMAIL: MailContent;
  SMS: SmsContent;
  LETTER: LetterContent;
}

/** One message on one channel: data out of a scene, drawn by the channel's layout. */
export type Template<C extends Channel> = (scene: TemplateContext) => ContentByChannel[C];
