import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { cookieAttributes, cookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { readSignedCookie, signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { ApiParts } from "../parts.ts";
import type { GatewayVisit } from "./gateway-visit.rule.ts";

type AddressParts = Pick<ApiParts, "keys" | "clock">;

const name = "wanted-page";
const seconds = lifetimes.rememberedAddressMinutes * 60;
/** Browsers drop a cookie of more than 4 KiB. */
const largestCookie = 4000;

/** Keeps the path and query that somebody wanted before signing in; one too long for a cookie is let go. */
export function rememberAddress(parts: AddressParts, context: Context, visit: GatewayVisit, address: string): void {
  const until = new Date(parts.clock.now().getTime() + seconds * 1000);
  const value = signCookie({ name, value: address, until, keys: parts.keys.cookie });
  if (value.length > largestCookie) return;
  setCookie(context, visit, value, seconds);
}

/** The path and query to go on to, on the visited origin alone; forgotten once it was taken. */
export function takeAddress(parts: AddressParts, context: Context, visit: GatewayVisit): string | undefined {
  const signed = getCookie(context, cookieName(name, visit));
  if (signed === undefined) return undefined;
  setCookie(context, visit, "", 0);
  const address = readSignedCookie({ name, signed, now: parts.clock.now(), keys: parts.keys.cookie });
  const url = address === undefined ? null : URL.parse(address, visit.origin);
  return url?.origin === visit.origin ? `${url.pathname}${url.search}` : undefined;
}

function setCookie(context: Context, visit: GatewayVisit, value: string, seconds: number): void {
  const attributes = cookieAttributes({ origin: visit.origin, lifetime: { seconds } });
  context.header("set-cookie", `${cookieName(name, visit)}=${value}${attributes}`, { append: true });
}
