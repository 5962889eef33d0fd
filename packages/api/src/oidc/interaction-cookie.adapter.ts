import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { cookieAttributes, cookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";

const name = "oidc-interactions";
/** Most interactions that one browser may have open, each in its own tab. */
const mostInteractions = 5;
const idPattern = /^[\w-]{20,60}$/;

/** Reads the ids of the interactions that this browser began, newest first; no other browser may finish them. */
export function readInteractions(context: Context, { origin }: { origin: string }): string[] {
  const value = getCookie(context, cookieName(name, { origin })) ?? "";
  return value
    .split(".")
    .filter((id) => idPattern.test(id))
    .slice(0, mostInteractions);
}

/** Keeps the interactions that the browser may still finish. */
export function saveInteractions(headers: Headers, { origin }: { origin: string }, ids: readonly string[]): void {
  const lifetime = { seconds: ids.length === 0 ? 0 : ttl.oidcInteractionMinutes * 60 };
  const value = ids.slice(0, mostInteractions).join(".");
  headers.append("set-cookie", `${cookieName(name, { origin })}=${value}${cookieAttributes({ origin, lifetime })}`);
}
