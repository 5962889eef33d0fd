import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { largeHeadersPage } from "@vestibule/wording/error-page.ts";
import type { MiddlewareHandler } from "hono";
import { fallbackResponses } from "./fallback-response.message.ts";
import type { AppEnv } from "./request-facts.ts";

/** As long as a URL that a server takes. A redirect keeps the query, and can be three times as long by its encoding. */
const longestLocation = 16 * 1024;

const urlTooLongPage = fallbackResponses(largeHeadersPage);

/**
 * Refuses to redirect to a URL that a proxy would not pass on: nginx takes a response whose headers exceed its buffer
 * for a failure of the server, and stops sending requests to that server after a few.
 */
export const refuseLongRedirect: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers: given } = c.res;
  if (Math.max(given.get("location")?.length ?? 0, given.get("refresh")?.length ?? 0) <= longestLocation) return;
  const { hostBrand: brand } = c.var;
  const { body, headers } = urlTooLongPage({ brand, language: preferredLanguage(c.req.raw, brand) });
  c.res = undefined;
  c.res = new Response(body, { status: 414, headers });
};
