import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

const content = z.object({ value: z.string(), until: z.number() });

/** Cookie signing keys of 32 bytes each: the newest signs, all verify. */
export interface CookieKeys {
  newest: Uint8Array;
  all: readonly Uint8Array[];
}

/**
 * A tamper-evident cookie value with its expiry: `<payload>.<signature>`, both base64url; the payload is JSON
 * `{"value": …, "until": epoch seconds}`. The signature covers the cookie's name, so a value is not valid in another
 * cookie. Servers only.
 */
export function signCookie(cookie: { name: string; value: string; until: Date; keys: CookieKeys }): string {
  const until = Math.floor(cookie.until.getTime() / 1000);
  const payload = Buffer.from(JSON.stringify({ value: cookie.value, until })).toString("base64url");
  return `${payload}.${signature(cookie.name, payload, cookie.keys.newest).toString("base64url")}`;
}

/** The value, or undefined where the signature is invalid or the value has expired. */
export function readSignedCookie(cookie: {
  name: string;
  signed: string | undefined;
  now: Date;
  keys: CookieKeys;
}): string | undefined {
  const [payload, encodedSignature, ...rest] = (cookie.signed ?? "").split(".");
  if (payload === undefined || encodedSignature === undefined || rest.length > 0) return undefined;
  const givenSignature = Buffer.from(encodedSignature, "base64url");
  const isSigned = cookie.keys.all.some((key) => {
    const expected = signature(cookie.name, payload, key);
    return givenSignature.length === expected.length && timingSafeEqual(givenSignature, expected);
  });
  if (!isSigned) return undefined;
  const { value, until } = content.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  return cookie.now.getTime() < until * 1000 ? value : undefined;
}

function signature(name: string, payload: string, key: Uint8Array): Buffer {
  const cookieKey = createHmac("sha256", key).update(`signed cookie ${name}`).digest();
  return createHmac("sha256", cookieKey).update(payload).digest();
}
