import { browserIds, browsers, systemIds, systems } from "@vestibule/catalogue/device.table.ts";
import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { keepPostalCodesWhole } from "@vestibule/contract/fields/postal-code.rule.ts";
import {
  beforeMidnight,
  formatDay,
  formatTelephoneForText,
  formatTime,
  nameTimeZoneOf,
} from "@vestibule/wording/format.ts";
import { linkUrl } from "../links/link-url.rule.ts";
import { mailHtml } from "./mail-layout.message.ts";
import { letterText, mailText, type Signature } from "./mail-text.message.ts";
import type { ContentByChannel, Template, TemplateContext } from "./message-content.port.ts";
import { type MessageTranslator, messageTranslator } from "./message-translator.adapter.ts";
import type { QueuedNotification } from "./notification.store.ts";
import { smsText } from "./sms-layout.message.ts";
import { templates } from "./template.table.ts";

/** A message rendered for its channel, with the `code` and `link` that it contains. */
export interface RenderedMessage {
  subject: string | null;
  text: string;
  html: string | null;
  code: string | null;
  link: string | null;
}

/** The part of a stored message, or of one about to be stored, that rendering needs. */
export type RenderableMessage = Pick<
  QueuedNotification,
  "notification" | "language" | "channel" | "facts" | "queuedAt" | "expiresAt"
>;

export interface RenderContext {
  brand: Brand;
  mode: "demo" | "production";
}

/** Renders a message. Throws when the notice lacks a value or the message has no template for the channel. */
export async function renderMessage(
  message: RenderableMessage,
  renderContext: RenderContext,
): Promise<RenderedMessage> {
  const context = templateContext(message, renderContext);
  const { postalAddress } = renderContext.brand.mailFrom;
  const signature: Signature = {
    brandName: renderContext.brand.name[message.language],
    telephone: context.t("shared.telephone"),
    telephoneNumber: formatTelephoneForText(context.telephone, message.language),
    automatic: context.t("shared.automatic"),
    postalAddress: postalAddress && keepPostalCodesWhole(postalAddress[message.language]),
  };
  switch (message.channel) {
    case "EMAIL": {
      const content = contentOf("EMAIL", message, context);
      const frame = { language: message.language, brand: renderContext.brand, signature, telephone: context.telephone };
      return {
        subject: content.subject,
        text: mailText(content, signature),
        html: await mailHtml(content, frame),
        code: content.code ?? null,
        link: content.button?.link ?? null,
      };
    }
    case "SMS": {
      const content = contentOf("SMS", message, context);
      const { link = null } = content;
      const code = "code" in content ? content.code : null;
      return { subject: null, text: smsText(content, context.host), html: null, code, link };
    }
    case "VOICE": {
      const { sentences, code } = contentOf("VOICE", message, context);
      return { subject: null, text: sentences.join("\n"), html: null, code, link: null };
    }
    case "LETTER": {
      const content = contentOf("LETTER", message, context);
      const text = letterText(content, signature);
      return { subject: content.title, text, html: null, code: content.code, link: content.link };
    }
  }
}

function contentOf<C extends Channel>(
  channel: C,
  message: RenderableMessage,
  context: TemplateContext,
): ContentByChannel[C] {
  const ofMessage: { readonly [Any in Channel]?: Template<Any> } = templates[message.notification];
  const template = ofMessage[channel];
  if (!template) throw new Error(`${message.notification} has no template for ${channel}`);
  return template(context);
}

function templateContext(
  { notification, language, facts, queuedAt, expiresAt }: RenderableMessage,
  { brand, mode }: RenderContext,
): TemplateContext {
  const province = provinceOf(brand, facts.province);
  const pageProvince = provinceOf(brand, facts.clockProvince ?? facts.province);
  const { timeZone } = provinces[pageProvince];
  const clockTime = (moment: Date) =>
    `${formatTime(moment, { timeZone, language })} (${nameTimeZoneOf(timeZone, language, moment)})`;
  const dayAndTime = (moment: Date) => ({ day: formatDay(moment, { timeZone, language }), time: clockTime(moment) });
  const origin = portalOrigin({ brand, mode, visited: facts.origin });
  const fact = (name: string) => {
    const value = facts[name];
    if (value === undefined) throw new Error(`the message ${notification} needs the value ${name}`);
    return value;
  };
  const t = messageTranslator({ brand, language, province });
  return {
    t,
    origin,
    host: new URL(origin).hostname,
    telephone: customerTelephone(brand, province),
    codeEnd: clockTime(facts.codeEndsAt === undefined ? expiresAt : new Date(facts.codeEndsAt)),
    fact,
    given: (name) => facts[name],
    moment: (name) => dayAndTime(beforeMidnight(new Date(fact(name)), timeZone)),
    queued: dayAndTime(queuedAt),
    device: nameDevice(t, facts),
    page: (path) => linkUrl({ origin, path, query: {}, language, province: pageProvince }),
    link: () => {
      const { pathname, search } = new URL(fact("link"));
      return `${origin}${pathname}${search}`;
    },
    unsubscribeUrl: brand.mailFrom.unsubscribeUrl?.[language],
    firstName: sanitizeName(facts.firstName ?? ""),
  };
}

/** "Chrome on Windows"; undefined where neither is known. */
function nameDevice(t: MessageTranslator, facts: RenderableMessage["facts"]): string | undefined {
  const browserId = browserIds.find((id) => id === facts.browser);
  const systemId = systemIds.find((id) => id === facts.system);
  const browser = browserId && browsers[browserId].name;
  const system = systemId && systems[systemId].name;
  return browser && system ? t("shared.device", { browser, system }) : (browser ?? system);
}

function provinceOf(brand: Brand, province: string | undefined): ProvinceId {
  return province !== undefined && isIdOf(provinces, province) ? province : brand.defaults.province;
}

/** Where people reach the brand's portal in production. */
export function brandOrigin({ origin, hosts }: Brand): string | undefined {
  return origin ?? (hosts[0] ? `https://${hosts[0]}` : undefined);
}

/** Origin for links: in production always the brand's own, never that of a request; in demo mode the request's. */
function portalOrigin({ brand, mode, visited }: RenderContext & { visited: string | undefined }): string {
  const configuredOrigin = brandOrigin(brand);
  const chosen =
    mode === "production" ? configuredOrigin : (visited ?? configuredOrigin ?? `http://${brand.id}.localhost`);
  if (!chosen) throw new Error(`the brand ${brand.id} has no origin for the links of its messages`);
  return new URL(chosen).origin;
}

/**
 * Returns a name as a message displays it, or undefined when nothing is left. Removes control and direction characters,
 * and adds a space after each dot, slash, colon or @, so that no mail client detects a link in a name that an attacker
 * typed.
 */
function sanitizeName(name: string): string | undefined {
  const sanitized = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/([.:/@\\]+)(?=\S)/g, "$1 ")
    .replace(/\s+/g, " ")
    .trim();
  return sanitized === "" ? undefined : sanitized;
}
