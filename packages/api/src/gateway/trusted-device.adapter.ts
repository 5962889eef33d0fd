import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { cookieAttributes } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import {
  readTrustedDevices,
  trustedDeviceCookieName,
  trustedDeviceName,
} from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { parse } from "hono/utils/cookie";
import type { ApiDeps } from "../deps.ts";
import type { BulkheadClient } from "../platform/bulkhead.adapter.ts";
import type { GatewayContext, GatewayRequestContext } from "./gateway-request-context.rule.ts";

type TrustedDeviceDeps = Pick<ApiDeps, "keys" | "clock">;

interface SignInClient extends Pick<GatewayRequestContext, "origin"> {
  cookies: string | undefined;
}

export function signInClientOf(context: GatewayContext): SignInClient {
  return { origin: context.get("requestContext").origin, cookies: context.req.header("cookie") };
}

const seconds = ttl.deviceCookieMonths * 30 * 24 * 3600;
const mostAccounts = 5;

/**
 * Accounts that signed in from this browser before, each with a device id. A trusted device has its own failure
 * count, so others cannot lock the owner out; it grants no access.
 */
export function readTrustedDevice(deps: TrustedDeviceDeps, { origin, cookies }: SignInClient): Map<string, string> {
  const name = trustedDeviceCookieName({ origin });
  const signed = cookies && parse(cookies, name)[name];
  return readTrustedDevices({ signed, now: deps.clock.now(), keys: deps.keys.cookie });
}

/** The client that hashing counts a sign-in for: a trusted device, else the client IP. */
export function hashingClientOf(deps: TrustedDeviceDeps, context: GatewayContext): BulkheadClient {
  const [device] = readTrustedDevice(deps, signInClientOf(context)).values();
  return { id: device ?? context.get("requestContext").clientIp, isKnown: device !== undefined };
}

/** Saves the trusted device of an account after its sign-in; the cookie keeps the last five accounts. */
export function saveTrustedDevice(
  deps: TrustedDeviceDeps,
  context: GatewayContext,
  { accountId, device }: { accountId: string; device: string },
): void {
  const known = readTrustedDevice(deps, signInClientOf(context));
  known.delete(accountId);
  const value = JSON.stringify([[accountId, device], ...known].slice(0, mostAccounts));
  const until = new Date(deps.clock.now().getTime() + seconds * 1000);
  const signed = signCookie({ name: trustedDeviceName, value, until, keys: deps.keys.cookie });
  const requestContext = context.get("requestContext");
  const attributes = cookieAttributes({ origin: requestContext.origin, lifetime: { seconds } });
  context.header("set-cookie", `${trustedDeviceCookieName(requestContext)}=${signed}${attributes}`, { append: true });
}
