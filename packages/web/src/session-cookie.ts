import { EncryptJWT, jwtDecrypt } from "jose";

/** Keys of one purpose, 32 bytes each: the newest encrypts, all decrypt. */
export interface CookieKeys {
  newest: Uint8Array;
  all: readonly Uint8Array[];
}

/** Encrypts a value so that the browser can neither read nor change it; it expires after `lifetimeSeconds`. */
export function sealCookie(keys: CookieKeys, purpose: string, value: object, lifetimeSeconds: number): Promise<string> {
  return new EncryptJWT({ value })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .encrypt(keys.newest);
}

/**
 * Decrypts a value; undefined when it is absent, changed, expired, for another purpose or encrypted with a removed key.
 */
export async function openCookie<T>(
  keys: CookieKeys,
  purpose: string,
  sealed: string | undefined,
): Promise<T | undefined> {
  if (sealed === undefined || sealed.length > 4096) return undefined;
  for (const key of keys.all) {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        audience: purpose,
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      return payload.value as T;
    } catch {
      // Try the next key; without one the session starts empty.
    }
  }
  return undefined;
}
