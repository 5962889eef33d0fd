import { CompactEncrypt, compactDecrypt } from "jose";
import { keyedHash } from "./keyed-hash.adapter.ts";
import { oncePerKey } from "./keys.adapter.ts";
import type { KeyRing } from "./keys.port.ts";

/** Id of a key, stored with what it encrypted. It does not reveal the key. */
const keyIdOf = oncePerKey((key) => keyedHash({ newest: key, all: [key] }, ["stored-secret-key-id"]).slice(0, 8));

export const newestKeyId = ({ newest }: KeyRing): string => keyIdOf(newest);

/** Encrypts a secret under the newest key. `owner` is encrypted with it, so that no other row can have it. */
export async function sealSecret(
  ring: KeyRing,
  { owner, secret }: { owner: string; secret: string },
): Promise<{ sealed: string; keyId: string }> {
  const sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify([owner, secret])))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(ring.newest);
  return { sealed, keyId: newestKeyId(ring) };
}

/** Returns undefined for a secret of another owner, or under a key that is no longer set. */
export async function openSecret(
  ring: KeyRing,
  { owner, sealed }: { owner: string; sealed: string },
): Promise<string | undefined> {
  for (const key of ring.all) {
    try {
      const { plaintext } = await compactDecrypt(sealed, key);
      const [sealedOwner, secret] = JSON.parse(new TextDecoder().decode(plaintext));
      return sealedOwner === owner ? secret : undefined;
    } catch {
      // The other key may have encrypted it.
    }
  }
  return undefined;
}
