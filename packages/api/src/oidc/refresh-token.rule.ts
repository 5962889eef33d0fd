import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";

/** Encrypts the successor of a refresh token so that only a request with the token itself can read it. */
export function sealSuccessor(token: string, successor: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(successor))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(keyOf(token));
}

export async function openSuccessor(token: string, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, keyOf(token));
  return new TextDecoder().decode(plaintext);
}

/** The token is random and is stored as a hash alone. */
function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", token, "", "successor of a refresh token", 32));
}
