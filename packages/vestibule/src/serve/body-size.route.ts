import { longFormPage } from "@vestibule/wording/error-page.ts";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { bareAnswer } from "./bare-page.message.ts";
import type { EntranceEnv } from "./visit-facts.ts";

/** No form is longer. The API and the gateway read bodies with limits and answers of their own. */
const largestBody = 16 * 1024;

const tooLong = bareAnswer(longFormPage);

export const pageBody: MiddlewareHandler<EntranceEnv> = bodyLimit({
  maxSize: largestBody,
  onError: (c) => c.body(tooLong.body, 413, tooLong.headers),
});
