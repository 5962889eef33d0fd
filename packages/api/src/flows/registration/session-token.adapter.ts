import { hkdfSync } from "node:crypto";
import { type RegistrationTokenClaims, registrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { CompactEncrypt, CompactSign, compactDecrypt, compactVerify } from "jose";
import type { KeyRing } from "../../platform/keys.port.ts";

/** Longer than any token this server signs. */
const longest = 2048;

export async function signToken(keys: KeyRing, token: RegistrationTokenClaims): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(token)))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(keys.newest);
}

/**
 * Returns the claims of a token with a valid signature; undefined for any other. Ignores key hints in the header and
 * does not check the expiry, which the database's clock decides.
 */
export async function readToken(keys: KeyRing, token: string): Promise<RegistrationTokenClaims | undefined> {
  if (token.length > longest) return undefined;
  for (const key of keys.all) {
    try {
      const { payload } = await compactVerify(token, key, { algorithms: ["HS256"] });
      return registrationTokenClaims.parse(JSON.parse(new TextDecoder().decode(payload)));
    } catch {
      // Signed with another key, or not a token.
    }
  }
  return undefined;
}

/**
 * Encrypts a response for a client that may repeat its request, with the token of that request as key. A reader of the
 * database learns neither the next token nor a sign-in ticket.
 */
export function encryptResponse(token: string, response: unknown): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(response)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(keyOf(token));
}

/** Returns undefined when the token is not the one the response was encrypted with. */
export async function decryptResponse<CallResponse>(
  token: string,
  encrypted: unknown,
): Promise<CallResponse | undefined> {
  try {
    const { plaintext } = await compactDecrypt(String(encrypted), keyOf(token));
    return JSON.parse(new TextDecoder().decode(plaintext)) as CallResponse;
  } catch {
    return undefined;
  }
}

function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", token, "", "registration-answer", 32));
}
