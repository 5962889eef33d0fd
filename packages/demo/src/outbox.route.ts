import { listOutbox } from "@vestibule/api/messages/outbox.adapter.ts";
import { embedWordmark } from "@vestibule/api/messages/wordmark-image.adapter.ts";
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { chooseBrand } from "./cookies.ts";
import type { DemoDeps } from "./demo-deps.ts";
import { demoPage } from "./demo-page.screen.ts";
import { mailResponse } from "./mail-response.ts";
import { outboxLinkPath, outboxList, outboxSection } from "./outbox.screen.ts";
import { readDemoContext } from "./request-context.rule.ts";

const messagesOnPage = 20;
const messagesAsData = 200;

/** The list of the outbox, next to the guide or alone. */
export async function renderOutbox(c: Context, { database, brands }: DemoDeps) {
  return outboxList(
    await listOutbox(database, brands, { limit: messagesOnPage }),
    brands,
    readDemoContext(c.req.raw, brands),
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
        const context = readDemoContext(c.req.raw, brands);
        const title = context.t("title.outbox");
        return c.html(
          demoPage(context, { title, body: outboxSection(await renderOutbox(c, deps), context, { isAlone: true }) }),
        );
      })
      .get("/demo/outbox/list", etag(), async (c) => c.html(await renderOutbox(c, deps)))
      .get("/demo/outbox.json", async (c) => c.json(await listOutbox(database, brands, { limit: messagesAsData })))
      .get("/demo/outbox/:id", async (c) => {
        const message = await messageOf(c.req.param("id"));
        if (!message?.html) return c.body(null, 404);
        const brand = brands.byId(message.brand);
        const html = brand ? await embedWordmark(message.html, brand) : message.html;
        const { link } = message;
        return mailResponse(c, link ? html.replace(asAttribute(link), `"${outboxLinkPath(message)}"`) : html);
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
