import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";

/**
 * Encrypts a reply for a client that may repeat its request, with the token of that request as key. A reader of the
 * database learns neither the next token nor a sign-in ticket.
 */
export function encryptReply(token: string, reply: unknown): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(reply)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(keyOf(token));
}

/** Returns undefined when the token is not the one the reply was encrypted with. */
export async function decryptReply<Reply>(token: string, encrypted: unknown): Promise<Reply | undefined> {
  try {
    const { plaintext } = await compactDecrypt(String(encrypted), keyOf(token));
    return JSON.parse(new TextDecoder().decode(plaintext)) as Reply;
  } catch {
    return undefined;
  }
}

function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", token, "", "registration-answer", 32));
}
