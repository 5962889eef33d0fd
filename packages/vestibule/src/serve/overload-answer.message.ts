import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { errorPage } from "@vestibule/wording/error-page.ts";
import type { Context } from "hono";
import { bareAnswers } from "./bare-page.message.ts";
import { comeAgain } from "./room.ts";
import type { EntranceEnv } from "./visit-facts.ts";

const pageFor: (brand: Brand) => { headers: Record<string, string>; body: string } = bareAnswers(errorPage);

/** 503 with retry-after: the page of both languages for people, JSON for programs. */
export function overloadAnswer(c: Context<EntranceEnv>, message: string): Response {
  if (/^\/(api|chat-app|internal)\//.test(c.req.path)) return comeAgain(message);
  const { body, headers } = pageFor(c.var.hostBrand);
  return c.body(body, 503, { ...headers, "retry-after": "5" });
}
