import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";

/** Encryption keys of 32 bytes. The newest encrypts; all of them decrypt. */
export interface EncryptionKeys {
  newest: Uint8Array;
  all: readonly Uint8Array[];
}

/** Maximum size of a cookie's name and value; browsers silently drop a larger cookie. */
export const maxCookieBytes = 4096;

/** Keys and purpose of an encrypted cookie. A value is valid only for the purpose that it was encrypted for. */
interface CookieSeal {
  keys: EncryptionKeys;
  purpose: string;
  /** The portal's time, since the clocks of servers differ. */
  now: Date;
}

/** Encrypts a value so that the browser can neither read nor change it; it expires after `lifetimeSeconds`. */
export function sealCookie(
  { keys, purpose, now, lifetimeSeconds }: CookieSeal & { lifetimeSeconds: number },
  value: object,
): Promise<string> {
  return new EncryptJWT({ value })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(purpose)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + lifetimeSeconds * 1000))
    .encrypt(keys.newest);
}

/**
 * Decrypts a value; undefined when it is absent, changed, expired, for another purpose, encrypted with a removed key,
 * or not of the schema.
 */
export async function openCookie<Schema extends z.ZodType>(
  { keys, purpose, now }: CookieSeal,
  sealed: string | undefined,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  if (sealed === undefined || sealed.length > maxCookieBytes) return undefined;
  for (const key of keys.all) {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        audience: purpose,
        currentDate: now,
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      return schema.safeParse(payload.value).data;
    } catch {
      // Decryption failed with this key, so the next one is tried.
    }
  }
  return undefined;
}
