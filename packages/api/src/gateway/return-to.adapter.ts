import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { cookieAttributes, cookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { readSignedCookie, signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { ApiDeps } from "../deps.ts";
import type { GatewayRequestContext } from "./gateway-request-context.rule.ts";

type ReturnToDeps = Pick<ApiDeps, "keys" | "clock">;

const name = "wanted-page";
const seconds = ttl.rememberedAddressMinutes * 60;
/** Browsers drop a cookie of more than 4 KiB. */
const largestCookie = 4000;

/** Saves the requested path and query during sign-in; drops one too long for a cookie. */
export function saveReturnTo(
  deps: ReturnToDeps,
  context: Context,
  requestContext: GatewayRequestContext,
  address: string,
): void {
  const until = new Date(deps.clock.now().getTime() + seconds * 1000);
  const value = signCookie({ name, value: address, until, keys: deps.keys.cookie });
  if (value.length > largestCookie) return;
  setCookie(context, requestContext, value, seconds);
}

/** Returns the saved path and query, valid on the same origin only, and clears them. */
export function consumeReturnTo(
  deps: ReturnToDeps,
  context: Context,
  requestContext: GatewayRequestContext,
): string | undefined {
  const signed = getCookie(context, cookieName(name, requestContext));
  if (signed === undefined) return undefined;
  setCookie(context, requestContext, "", 0);
  const address = readSignedCookie({ name, signed, now: deps.clock.now(), keys: deps.keys.cookie });
  const url = address === undefined ? null : URL.parse(address, requestContext.origin);
  return url?.origin === requestContext.origin ? `${url.pathname}${url.search}` : undefined;
}

function setCookie(context: Context, requestContext: GatewayRequestContext, value: string, seconds: number): void {
  const attributes = cookieAttributes({ origin: requestContext.origin, lifetime: { seconds } });
  context.header("set-cookie", `${cookieName(name, requestContext)}=${value}${attributes}`, { append: true });
}
