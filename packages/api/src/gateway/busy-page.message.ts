import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";
import { html } from "hono/html";
import { barePolicy } from "../platform/bare-look.table.ts";
import { bilingualPage } from "./bilingual-page.message.ts";

const retryAfterSeconds = 2;

export interface BusyAnswer {
  status: 503;
  headers: Record<string, string>;
  body: string;
}

/** The answer when more people sign in than the machine can serve. Its length is told, so that nobody packs it. */
export function busyAnswer(brand: Brand): BusyAnswer {
  const body = busyPage(brand);
  const headers = {
    "retry-after": String(retryAfterSeconds),
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": barePolicy(),
    "content-length": String(Buffer.byteLength(body)),
  };
  return { status: 503, headers, body };
}

function busyPage(brand: Brand): string {
  return bilingualPage(brand, (language) => {
    const text = (key: Extract<TextKey, `gateway:busy.${string}`>) =>
      say(sentence(key, language, brand.overrides[language]), language, { count: retryAfterSeconds });
    const again = html`<p><a href="/?language=${language}">${text("gateway:busy.again")}</a></p>`;
    return { title: text("gateway:busy.title"), content: html`<p>${text("gateway:busy.what")}</p>${again}` };
  });
}
