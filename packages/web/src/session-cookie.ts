import { EncryptJWT, jwtDecrypt } from "jose";

/** Keys of one purpose, 32 bytes each: the newest encrypts, all decrypt. */
export interface CookieKeys {
  newest: Uint8Array;
  all: readonly Uint8Array[];
}

/** Seals a value so that the browser can neither read nor change it; it is void after `lifetimeSeconds`. */
export function sealCookie(keys: CookieKeys, purpose: string, value: object, lifetimeSeconds: number): Promise<string> {
  return new EncryptJWT({ value })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .encrypt(keys.newest);
}

/** Opens a sealed value; undefined when it is absent, changed, past, of another purpose or sealed with a key that is gone. */
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
      // Another key may open it; none: the browser starts afresh.
    }
  }
  return undefined;
}
