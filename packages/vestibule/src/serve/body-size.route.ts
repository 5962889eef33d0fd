import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { longFormPage } from "@vestibule/wording/error-page.ts";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { fallbackResponses } from "./fallback-page.message.ts";
import type { AppEnv } from "./request-facts.ts";

/** No form is longer. The API and the gateway read bodies with limits and answers of their own. */
const largestBody = 16 * 1024;

const tooLongAt = fallbackResponses(longFormPage);

export const pageBody: MiddlewareHandler<AppEnv> = bodyLimit({
  maxSize: largestBody,
  onError: (c) => {
    const { body, headers } = tooLongAt({
      brand: c.var.hostBrand,
      language: preferredLanguage(c.req.raw, c.var.hostBrand),
    });
    return c.body(body, 413, headers);
  },
});
