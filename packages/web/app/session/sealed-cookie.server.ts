import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";

/** Keys of one purpose, 32 bytes each: the newest encrypts, all decrypt. */
export interface CookieKeys {
  newest: Uint8Array;
  all: readonly Uint8Array[];
}

/** Bytes of a cookie's name and value; browsers drop a larger cookie without notice. */
export const maxCookieBytes = 4096;

/** What a cookie is encrypted for; a value is valid for its own purpose alone. */
interface CookieSeal {
  keys: CookieKeys;
  purpose: string;
}

/** Encrypts a value so that the browser can neither read nor change it; it expires after `lifetimeSeconds`. */
export function sealCookie(
  { keys, purpose, lifetimeSeconds }: CookieSeal & { lifetimeSeconds: number },
  value: object,
): Promise<string> {
  return new EncryptJWT({ value })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .encrypt(keys.newest);
}

/**
 * Decrypts a value; undefined when it is absent, changed, expired, for another purpose, encrypted with a removed key,
 * or not of the schema.
 */
export async function openCookie<Schema extends z.ZodType>(
  { keys, purpose }: CookieSeal,
  sealed: string | undefined,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  if (sealed === undefined || sealed.length > maxCookieBytes) return undefined;
  for (const key of keys.all) {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        audience: purpose,
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      return schema.safeParse(payload.value).data;
    } catch {
      // Try the next key; without one the session starts empty.
    }
  }
  return undefined;
}
