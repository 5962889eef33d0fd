import { EncryptJWT, jwtDecrypt } from "jose";

/** Keys of one purpose, 32 bytes each: the newest encrypts, all decrypt. */
export interface CookieKeys {
  newest: Uint8Array;
  all: readonly Uint8Array[];
}

/** Bytes of a cookie's name and value; browsers drop a larger cookie without notice. */
const maxCookieBytes = 4096;

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
  if (sealed === undefined || sealed.length > maxCookieBytes) return undefined;
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

export interface SealedSession {
  name: string;
  purpose: string;
  session: object;
  lifetimeSeconds: number;
  /** Keys that a session can lose, the first to go first. */
  expendable: readonly string[];
}

/**
 * Encrypts a session within the size of a cookie. A session that is too large is a fault: it is reported with the size
 * of each value, and loses expendable values until it fits. Undefined when it never fits.
 */
export async function sealSession(
  keys: CookieKeys,
  { name, purpose, session, lifetimeSeconds, expendable }: SealedSession,
  reportFault: (fault: Error) => void,
): Promise<string | undefined> {
  const seal = (value: object) => sealCookie(keys, purpose, value, lifetimeSeconds);
  const fits = (sealed: string) => name.length + sealed.length <= maxCookieBytes;
  const whole = await seal(session);
  if (fits(whole)) return whole;

  const sizes = Object.entries(session).map(([key, value]) => `${key} ${JSON.stringify(value)?.length ?? 0}`);
  reportFault(new Error(`the session does not fit its cookie: ${sizes.join(", ")} characters`));
  const kept: Record<string, unknown> = { ...session };
  for (const key of expendable) {
    delete kept[key];
    const sealed = await seal(kept);
    if (fits(sealed)) return sealed;
  }
  return undefined;
}
