import { Hono } from "hono";
import type { ApiDeps, ApiEnvironment } from "../deps.ts";
import type { ReceiptPost } from "../messages/provider-api.port.ts";
import { channelOfProvider, findProviderApi } from "../messages/provider-apis.rule.ts";
import { recordReceipt } from "../messages/record-delivery.ts";
import { accountErrorResponse } from "./error-response.ts";

/** Receipts of the providers of messages, each in the provider's own form. */
export function receiptRoutes(deps: ApiDeps): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  routes.post("/api/receipts/:channel/:provider", async (context) => {
    const { req } = context;
    const sources = deps.receiptSources.filter(
      ({ channel, api }) => channel === req.param("channel") && api === req.param("provider"),
    );
    if (sources.length === 0) return accountErrorResponse("notFound");
    const { pathname, search } = new URL(req.url);
    const origin = req.header("x-vestibule-origin") ?? new URL(req.url).origin;
    const post: ReceiptPost = { url: origin + pathname + search, headers: req.raw.headers, body: await req.text() };
    for (const { channel, api, secret } of sources) {
      const receipts = await findProviderApi(channel, api)?.readReceipts(post, secret);
      if (receipts === undefined) continue;
      for (const receipt of receipts) await recordReceipt(deps, channelOfProvider[channel], receipt);
      return context.body(null, 204);
    }
    deps.log.warn("receipt.refused", { reason: req.param("provider") });
    return context.json({ message: "wrong signature" }, 401);
  });
  return routes;
}
