import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { cookieAttributes, cookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { readSignedCookie, signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { getCookie } from "hono/cookie";
import type { ApiDeps } from "../deps.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";

type ReturnToDeps = Pick<ApiDeps, "keys" | "clock">;

const name = "wanted-page";
/** Browsers drop a cookie of more than 4 KiB. */
const largestCookie = 4000;

/** Saves the requested path and query during sign-in; drops one too long for a cookie. */
export function saveReturnTo(deps: ReturnToDeps, context: GatewayContext, url: string): void {
  const seconds = ttl.returnToMinutes * 60;
  const until = new Date(deps.clock.now().getTime() + seconds * 1000);
  const value = signCookie({ name, value: url, until, keys: deps.keys.cookie });
  if (value.length > largestCookie) return;
  setCookie(context, value, seconds);
}

/** Returns the saved path and query, and clears them. */
export function consumeReturnTo(deps: ReturnToDeps, context: GatewayContext): string | undefined {
  if (getCookie(context, cookieName(name, context.get("requestContext"))) !== undefined) setCookie(context, "", 0);
  return readReturnTo(deps, context);
}

/** Returns the saved path and query if they belong to the same origin. */
function readReturnTo(deps: ReturnToDeps, context: GatewayContext): string | undefined {
  const { origin } = context.get("requestContext");
  const signed = getCookie(context, cookieName(name, { origin }));
  if (signed === undefined) return undefined;
  const saved = readSignedCookie({ name, signed, now: deps.clock.now(), keys: deps.keys.cookie });
  const url = saved === undefined ? null : URL.parse(saved, origin);
  return url?.origin === origin ? `${url.pathname}${url.search}` : undefined;
}

function setCookie(context: GatewayContext, value: string, seconds: number): void {
  const { origin } = context.get("requestContext");
  const attributes = cookieAttributes({ origin, lifetime: { seconds } });
  context.header("set-cookie", `${cookieName(name, { origin })}=${value}${attributes}`, { append: true });
}
