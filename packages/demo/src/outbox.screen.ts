import type { OutboxMessage } from "@vestibule/api/messages/outbox.adapter.ts";
import type { Channel } from "@vestibule/catalogue/notification.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { formatTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { formatDay, formatTime } from "@vestibule/wording/format.ts";
import { html } from "hono/html";
import { copyable } from "./person.screen.ts";
import type { DemoRequestContext } from "./request-context.rule.ts";

/** The outbox with its buttons, next to the guide or alone on a page. */
export function outboxSection(list: unknown, context: DemoRequestContext, { isAlone = false } = {}) {
  const { t, language } = context;
  return html`<section id="outbox" class="outbox" aria-labelledby="outbox-title">
    <h2 id="outbox-title">${t("outbox.title")}</h2>
    <p class="hint">${t("outbox.hint")}</p>
    <p class="tools">
      <a class="refresh" href="?language=${language}#outbox">${t("outbox.refresh")}</a>
      <span class="live" hidden>${t("outbox.live")}</span>
      ${isAlone ? "" : html`<a href="/demo/outbox?language=${language}">${t("outbox.alone")}</a>`}
      <a href="/demo/outbox.json">${t("outbox.json")}</a>
    </p>
    <div data-live="/demo/outbox/list?language=${language}">${list}</div>
  </section>`;
}

/** The messages, newest first: text bubbles, calls, e-mails, letters. */
export function outboxList(messages: readonly OutboxMessage[], brands: BrandBook, context: DemoRequestContext) {
  if (messages.length === 0) return html`<p class="empty">${context.t("outbox.empty")}</p>`;
  return html`<ol class="messages">
    ${messages.map(
      (
        message,
      ) => html`<li class="message ${messageKinds[message.channel]} of-${message.brand}" lang="${message.language}-CA">
      ${envelope(message, brands, context)} ${bodies[message.channel](message, context)}
      ${message.code && html`<p class="code">${context.t("outbox.code")} ${copyable(message.code)}</p>`}
      ${message.link && html`<p><a class="button" href="${outboxLinkPath(message)}" lang="${context.language}-CA" target="vestibule-portal">${context.t("outbox.link")}</a></p>`}
    </li>`,
    )}
  </ol>`;
}

/** Opens the message's link under its brand, whichever brand this browser has selected. */
export const outboxLinkPath = ({ id }: Pick<OutboxMessage, "id">) => `/demo/outbox/${id}/link`;

export const messageKinds: Record<Channel, string> = { SMS: "sms", VOICE: "voice", EMAIL: "mail", LETTER: "letter" };

function envelope(message: OutboxMessage, brands: BrandBook, { t, language }: DemoRequestContext) {
  const brand = brands.byId(message.brand) ?? brands.defaultBrand;
  const format = { timeZone: provinces[brand.defaults.province].timeZone, language };
  const at = new Date(message.at);
  const isNumber = message.channel === "SMS" || message.channel === "VOICE";
  const recipient = isNumber ? formatTelephone(message.to) : message.to;
  return html`<p class="envelope" lang="${language}-CA">
    <b>${t(`outbox.${message.channel}`)}</b> <span>${brand.name[language]}</span>
    <time datetime="${message.at}">${t("outbox.at", { day: formatDay(at, { ...format, inYearOf: at }), time: formatTime(at, format) })}</time>
    <span class="to">${t("outbox.to", { recipient })}</span>
  </p>`;
}

const bubble = ({ text }: OutboxMessage) => html`<p class="bubble">${text}</p>`;

const bodies: Record<Channel, (message: OutboxMessage, context: DemoRequestContext) => unknown> = {
  SMS: bubble,
  VOICE: bubble,
  LETTER: ({ text }) => html`<p class="sheet">${text}</p>`,
  EMAIL: (message, { t, language }) => html`<h3>${message.subject}</h3>
    <details data-id="${message.id}">
      <summary lang="${language}-CA">${t("outbox.read")}</summary>
      <iframe title="${t("outbox.frame", { subject: message.subject ?? "" })}" loading="lazy" src="/demo/outbox/${message.id}"
        sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
      <details><summary lang="${language}-CA">${t("outbox.text")}</summary><p class="sheet">${message.text}</p></details>
    </details>`,
};
