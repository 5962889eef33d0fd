import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { longFormPage } from "@vestibule/wording/error-page.ts";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { fallbackResponses } from "./fallback-page.message.ts";
import type { AppEnv } from "./request-facts.ts";

/** Bytes; more than any form needs. The API and the gateway limit bodies themselves, with their own responses. */
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
