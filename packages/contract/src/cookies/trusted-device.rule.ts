import { z } from "zod";
import { cookieName } from "./cookie-name.rule.ts";
import { type CookieKeys, readSignedCookie } from "./signed-cookie.rule.ts";

/** Name that the cookie's signature covers. */
export const trustedDeviceName = "known-browser";

/** Header in which a portal forwards the cookie unchanged; its signature is verified where it is read. */
export const trustedDeviceHeader = "trusted-device";

export function trustedDeviceCookieName(portal: { origin: string }): string {
  return cookieName(trustedDeviceName, portal);
}

const devices = z.array(z.tuple([z.string(), z.string()]));

/** Reads the device ids in the cookie, by the id of the account that signed in from the device. Servers only. */
export function readTrustedDevices(cookie: {
  signed: string | undefined;
  now: Date;
  keys: CookieKeys;
}): Map<string, string> {
  const value = readSignedCookie({ name: trustedDeviceName, ...cookie });
  return new Map(value === undefined ? [] : devices.parse(JSON.parse(value)));
}
