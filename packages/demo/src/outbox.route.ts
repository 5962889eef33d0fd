import { listOutbox } from "@vestibule/api/messages/outbox.adapter.ts";
import { embedWordmark } from "@vestibule/api/messages/wordmark-image.adapter.ts";
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { chooseBrand } from "./brand-cookie.ts";
import { demoPage } from "./demo-page.screen.ts";
import type { DemoDeps } from "./demo-parts.ts";
import { demoVisit } from "./demo-visit.rule.ts";
import { mailAnswer } from "./mail-answer.ts";
import { outboxLinkPath, outboxList, outboxSection } from "./outbox.screen.ts";

const messagesOnPage = 20;
const messagesAsData = 200;

/** The list of the outbox, beside the guide or alone. */
export async function drawnOutbox(c: Context, { database, brands }: DemoDeps) {
  return outboxList(
    await listOutbox(database, brands, { limit: messagesOnPage }),
    brands,
    demoVisit(c.req.raw, brands),
  );
}

/** Sent messages: as a page, as JSON, each e-mail as rendered, and each link as opened. */
export function outboxRoutes(deps: DemoDeps): Hono {
  const { database, brands } = deps;
  const messageOf = async (id: string) =>
    (await listOutbox(database, brands, { limit: messagesAsData })).find((message) => message.id === id);

  return (
    new Hono()
      .get("/demo/outbox", async (c) => {
        const visit = demoVisit(c.req.raw, brands);
        const title = visit.say("title.outbox");
        return c.html(demoPage(visit, { title, body: outboxSection(await drawnOutbox(c, deps), visit) }));
      })
      .get("/demo/outbox/list", etag(), async (c) => c.html(await drawnOutbox(c, deps)))
      .get("/demo/outbox.json", async (c) => c.json(await listOutbox(database, brands, { limit: messagesAsData })))
      .get("/demo/outbox/:id", async (c) => {
        const message = await messageOf(c.req.param("id"));
        if (!message?.html) return c.body(null, 404);
        const brand = brands.byId(message.brand);
        const html = brand ? await embedWordmark(message.html, brand) : message.html;
        const { link } = message;
        return mailAnswer(c, link ? html.replace(asAttribute(link), `"${outboxLinkPath(message)}"`) : html);
      })
      // Selects the message's brand first, since one host may serve every brand here.
      .get("/demo/outbox/:id/link", async (c) => {
        const message = await messageOf(c.req.param("id"));
        if (!message?.link) return c.body(null, 404);
        chooseBrand(c, message.brand);
        const { pathname, search } = new URL(message.link);
        return c.redirect(`${pathname}${search}`, 303);
      })
  );
}

const asAttribute = (link: string) => `"${link.replaceAll("&", "&amp;")}"`;
