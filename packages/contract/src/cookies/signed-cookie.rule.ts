import { createHmac, timingSafeEqual } from "node:crypto";

/** Keys of cookies: the newest signs, all verify. 32 bytes each. */
export interface CookieKeys {
  newest: Uint8Array;
  all: readonly Uint8Array[];
}

/**
 * A value that the browser may keep and read but not change, with its end inside: `<payload>.<signature>`, both
 * base64url; the payload is JSON `{"value": …, "until": epoch seconds}`. The name is part of what is signed,
 * so that the value of one cookie is worth nothing in another. Servers only.
 */
export function signCookie(cookie: { name: string; value: string; until: Date; keys: CookieKeys }): string {
  const until = Math.floor(cookie.until.getTime() / 1000);
  const payload = Buffer.from(JSON.stringify({ value: cookie.value, until })).toString("base64url");
  return `${payload}.${signature(cookie.name, payload, cookie.keys.newest).toString("base64url")}`;
}

/** The value, or undefined where the signature is not ours or the end has come. */
export function readSignedCookie(cookie: {
  name: string;
  signed: string | undefined;
  now: Date;
  keys: CookieKeys;
}): string | undefined {
  const [payload, given, ...rest] = (cookie.signed ?? "").split(".");
  if (payload === undefined || given === undefined || rest.length > 0) return undefined;
  const proof = Buffer.from(given, "base64url");
  const ours = cookie.keys.all.some((key) => {
    const expected = signature(cookie.name, payload, key);
    return proof.length === expected.length && timingSafeEqual(proof, expected);
  });
  if (!ours) return undefined;
  const { value, until } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { value: string; until: number };
  return cookie.now.getTime() < until * 1000 ? value : undefined;
}

function signature(name: string, payload: string, key: Uint8Array): Buffer {
  const own = createHmac("sha256", key).update(`signed cookie ${name}`).digest();
  return createHmac("sha256", own).update(payload).digest();
}
