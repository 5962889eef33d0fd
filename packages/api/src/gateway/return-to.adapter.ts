import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { cookieAttributes, cookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { readSignedCookie, signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { getCookie } from "hono/cookie";
import type { ApiDeps } from "../deps.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";

type ReturnToDeps = Pick<ApiDeps, "keys" | "clock">;

const returnTo = "wanted-page";
const destination = "destination";
/** Browsers drop a cookie of more than 4 KiB. */
const largestCookie = 4000;

/** Saves the requested path and query during sign-in; drops one too long for a cookie. */
export const saveReturnTo = (deps: ReturnToDeps, context: GatewayContext, url: string) =>
  save(deps, context, { name: returnTo, url, minutes: ttl.returnToMinutes });

/** Returns the saved path and query, and clears them. */
export function consumeReturnTo(deps: ReturnToDeps, context: GatewayContext): string | undefined {
  const saved = consume(deps, context, returnTo);
  const { origin } = context.get("requestContext");
  const url = saved === undefined ? null : URL.parse(saved, origin);
  return url?.origin === origin ? `${url.pathname}${url.search}` : undefined;
}

/** Saves where a sign-in leads, perhaps at another origin, while a page is shown before it. */
export const saveDestination = (deps: ReturnToDeps, context: GatewayContext, url: string) =>
  save(deps, context, { name: destination, url, minutes: ttl.gatewayAbsoluteMinutes });

/** Returns where the sign-in leads, and clears it. */
export const consumeDestination = (deps: ReturnToDeps, context: GatewayContext) => consume(deps, context, destination);

function save(
  deps: ReturnToDeps,
  context: GatewayContext,
  { name, url, minutes }: { name: string; url: string; minutes: number },
): void {
  const seconds = minutes * 60;
  const until = new Date(deps.clock.now().getTime() + seconds * 1000);
  const value = signCookie({ name, value: url, until, keys: deps.keys.cookie });
  if (value.length > largestCookie) return;
  setCookie(context, { name, value, seconds });
}

function consume(deps: ReturnToDeps, context: GatewayContext, name: string): string | undefined {
  const signed = getCookie(context, cookieName(name, context.get("requestContext")));
  if (signed === undefined) return undefined;
  setCookie(context, { name, value: "", seconds: 0 });
  return readSignedCookie({ name, signed, now: deps.clock.now(), keys: deps.keys.cookie });
}

function setCookie(
  context: GatewayContext,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const { origin } = context.get("requestContext");
  const attributes = cookieAttributes({ origin, lifetime: { seconds } });
  context.header("set-cookie", `${cookieName(name, { origin })}=${value}${attributes}`, { append: true });
}
