import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { flow, pages } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { z } from "zod";
import { oncePerKey } from "../../platform/keys.adapter.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

const claims = z.object({
  sid: z.uuid(),
  step: z.enum(Object.values(flow).map((row) => row.step)),
  page: z.enum(pages),
  accountType: z.enum(accountTypes).optional(),
  jti: z.string().max(64),
  iat: z.number(),
  exp: z.number(),
});

/** A header that names extensions it must be understood with is refused. */
const headers = z.object({ alg: z.literal("HS256"), crit: z.undefined().optional() });

/** Longer than any token this server signs. */
const longest = 2048;

const header = base64url(JSON.stringify({ alg: "HS256", typ: "JWT" }));

export function signToken(keys: KeyRing, token: RegistrationTokenClaims): string {
  const signed = `${header}.${base64url(JSON.stringify(token))}`;
  return `${signed}.${signatureOf(keys.newest, signed)}`;
}

/**
 * Returns the claims of a token with a valid signature; undefined for any other. Ignores key hints in the header and
 * does not check the expiry, which the database's clock decides.
 */
export function readToken(keys: KeyRing, token: string): RegistrationTokenClaims | undefined {
  const [head = "", payload = "", signature = "", ...more] = token.length > longest ? [] : token.split(".");
  const given = Buffer.from(signature);
  const isSigned = keys.all.some((key) => {
    const expected = Buffer.from(signatureOf(key, `${head}.${payload}`));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned || more.length > 0 || !headers.safeParse(jsonOf(head)).success) return undefined;
  return claims.safeParse(jsonOf(payload)).data;
}

const importKey = oncePerKey((key) => createSecretKey(key));

function signatureOf(key: Uint8Array, signed: string): string {
  return createHmac("sha256", importKey(key)).update(signed).digest("base64url");
}

function base64url(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return undefined;
  }
}

const ivBytes = 12;
const authTagLength = 16;

/**
 * Encrypts a reply for a client that may repeat its request, with the token of that request as key. A reader of the
 * database learns neither the next token nor a sign-in ticket.
 */
export function encryptReply(token: string, reply: unknown): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(token), iv);
  const sealed = [cipher.update(JSON.stringify(reply)), cipher.final()];
  return Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString("base64url");
}

/** Returns undefined when the token is not the one the reply was encrypted with. */
export function decryptReply<Reply>(token: string, encrypted: unknown): Reply | undefined {
  try {
    const bytes = Buffer.from(String(encrypted), "base64url");
    const decipher = createDecipheriv("aes-256-gcm", keyOf(token), bytes.subarray(0, ivBytes), { authTagLength });
    decipher.setAuthTag(bytes.subarray(-authTagLength));
    const plain = [decipher.update(bytes.subarray(ivBytes, -authTagLength)), decipher.final()];
    return JSON.parse(Buffer.concat(plain).toString()) as Reply;
  } catch {
    return undefined;
  }
}

function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", token, "", "registration-answer", 32));
}
