import { renderMessage } from "@vestibule/api/messages/render.message.ts";
import { embedWordmark } from "@vestibule/api/messages/wordmark-image.adapter.ts";
import { notifications } from "@vestibule/catalogue/notification.table.ts";
import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import { Hono } from "hono";
import { html } from "hono/html";
import type { DemoDeps } from "./demo-deps.ts";
import { demoPage } from "./demo-page.screen.ts";
import { mailResponse } from "./mail-response.ts";
import { messageSamples, sampleFacts, sampleTitle } from "./message-sample.rule.ts";
import { messageKinds } from "./outbox.screen.ts";
import { readDemoContext } from "./request-context.rule.ts";

/**
 * GET /demo/messages/<id>: any message to a fictitious recipient. `brand`, `province` and `language` of the query
 * select its theme and texts.
 */
export function messageSampleRoutes({ brands, clock }: DemoDeps): Hono {
  return new Hono().get("/demo/messages/:id", async (c) => {
    const sample = messageSamples.find(({ id }) => id === c.req.param("id"));
    if (!sample) return c.body(null, 404);
    const context = readDemoContext(c.req.raw, brands);
    const brand = brands.byId(c.req.query("brand") ?? "") ?? context.brand;
    const province = provinceIds.find((id) => id === c.req.query("province")) ?? brand.defaults.province;
    const { notification, channel } = sample;
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + notifications[notification].lifetimeMinutes * 60_000);
    const facts = sampleFacts(sample, { origin: context.origin, province, now });
    const message = { notification, channel, language: context.language, facts, queuedAt: now, expiresAt };
    const drawn = await renderMessage(message, { brand, mode: "demo" });
    if (drawn.html !== null) return mailResponse(c, await embedWordmark(drawn.html, brand));
    const title = sampleTitle(sample, context);
    const look = channel === "SMS" || channel === "VOICE" ? "bubble" : "sheet";
    const body = html`<div class="intro">
        <h1>${title}</h1>
        <p class="hint">${brand.name[context.language]}, ${context.t(`province.${province}`)}</p>
      </div>
      <div class="message ${messageKinds[channel]} sample of-${brand.id}"><p class="${look}">${drawn.text}</p></div>`;
    return c.html(demoPage({ ...context, brand }, { title, body }));
  });
}
