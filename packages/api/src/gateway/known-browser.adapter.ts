import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { cookieAttributes } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import {
  readTrustedDevices,
  trustedDeviceCookieName,
  trustedDeviceName,
} from "@vestibule/contract/cookies/trusted-device.rule.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { PasswordCheckClient } from "../capabilities/passwords/password-check-limiter.adapter.ts";
import type { ApiParts } from "../parts.ts";
import type { GatewayVisit } from "./gateway-visit.rule.ts";

type BrowserParts = Pick<ApiParts, "keys" | "clock" | "random">;

const seconds = lifetimes.deviceCookieMonths * 30 * 24 * 3600;
const mostAccounts = 5;

/**
 * Which accounts signed in from this browser before, each with the browser's own id: such a browser has its own
 * count of failures, so that no stranger can lock the owner out. Worth nothing but that: it opens no account.
 */
export function knownBrowser(
  parts: BrowserParts,
  context: Context,
  visit: Pick<GatewayVisit, "origin">,
): Map<string, string> {
  const signed = getCookie(context, trustedDeviceCookieName(visit));
  return readTrustedDevices({ signed, now: parts.clock.now(), keys: parts.keys.cookie });
}

/** Who asks for a password check. The signature is verified only where somebody asks. */
export function passwordCheckClient(
  parts: BrowserParts,
  context: Context,
  visit: Pick<GatewayVisit, "origin" | "address">,
): PasswordCheckClient {
  return { clientIp: visit.address, isTrustedDevice: () => knownBrowser(parts, context, visit).size > 0 };
}

/** Adds an account that just signed in here; the accounts of the last five sign-ins are kept. */
export function rememberBrowser(parts: BrowserParts, context: Context, visit: GatewayVisit, accountId: string): void {
  const known = knownBrowser(parts, context, visit);
  const id = known.get(accountId) ?? parts.random.token(16);
  known.delete(accountId);
  const value = JSON.stringify([[accountId, id], ...known].slice(0, mostAccounts));
  const until = new Date(parts.clock.now().getTime() + seconds * 1000);
  const signed = signCookie({ name: trustedDeviceName, value, until, keys: parts.keys.cookie });
  const attributes = cookieAttributes({ origin: visit.origin, lifetime: { seconds } });
  context.header("set-cookie", `${trustedDeviceCookieName(visit)}=${signed}${attributes}`, { append: true });
}
