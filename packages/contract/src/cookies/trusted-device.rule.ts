import { cookieName } from "./cookie-name.rule.ts";
import { type CookieKeys, readSignedCookie } from "./signed-cookie.rule.ts";

/** What is signed with the cookie's value. */
export const trustedDeviceName = "known-browser";

/** Header by which a portal hands on the cookie as it came; its signature is verified where it is read. */
export const trustedDeviceHeader = "trusted-device";

export function trustedDeviceCookieName(portal: { origin: string }): string {
  return cookieName(trustedDeviceName, portal);
}

/** Ids of a browser by the accounts that signed in from it before. Servers only. */
export function readTrustedDevices(cookie: {
  signed: string | undefined;
  now: Date;
  keys: CookieKeys;
}): Map<string, string> {
  const value = readSignedCookie({ name: trustedDeviceName, ...cookie });
  return new Map(value === undefined ? [] : (JSON.parse(value) as [string, string][]));
}
