import { Hono } from "hono";
import type { ApiDeps, ApiEnvironment } from "../deps.ts";
import { recordReceipt } from "../messages/record-delivery.ts";
import { type SmsApiName, smsApis } from "../messages/sms-apis.rule.ts";
import { accountErrorResponse } from "./error-response.ts";

/** Receipts of the providers of text messages, each in the provider's own form. */
export function receiptRoutes(deps: ApiDeps): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  routes.post("/api/receipts/sms/:provider", async (context) => {
    const { req } = context;
    const provider = req.param("provider");
    const secrets = deps.smsReceipts.filter(({ api }) => api === provider).map(({ secret }) => secret);
    if (secrets.length === 0) return accountErrorResponse("notFound");
    const { readReceipts } = smsApis[provider as SmsApiName];
    const { pathname, search } = new URL(req.url);
    const origin = req.header("x-vestibule-origin") ?? new URL(req.url).origin;
    const post = { url: origin + pathname + search, headers: req.raw.headers, body: await req.text() };
    const receipts = secrets.map((secret) => readReceipts(post, secret)).find((read) => read !== undefined);
    if (receipts === undefined) {
      deps.log.warn("receipt.refused", { reason: provider });
      return context.json({ message: "wrong signature" }, 401);
    }
    for (const receipt of receipts) await recordReceipt(deps, receipt);
    return context.body(null, 204);
  });
  return routes;
}
