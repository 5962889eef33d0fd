import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

const sealed = z.object({ iv: z.string(), tag: z.string(), text: z.string() });
export type EncryptedReply = z.infer<typeof sealed>;

/**
 * Encrypts a reply for a client that may repeat its request, with the token of that request as key. A reader of the
 * database learns neither the next token nor a sign-in ticket.
 */
export function encryptReply(token: string, answer: unknown): EncryptedReply {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(token), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), "utf8"), cipher.final()]);
  return {
    iv: iv.toString("base64url"),
    tag: cipher.getAuthTag().toString("base64url"),
    text: text.toString("base64url"),
  };
}

/** Returns undefined when the token is not the one the reply was encrypted with. */
export function decryptReply<Answer>(token: string, kept: unknown): Answer | undefined {
  const box = sealed.safeParse(kept);
  if (!box.success) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", keyOf(token), Buffer.from(box.data.iv, "base64url"));
  decipher.setAuthTag(Buffer.from(box.data.tag, "base64url"));
  try {
    const text = Buffer.concat([decipher.update(Buffer.from(box.data.text, "base64url")), decipher.final()]);
    return JSON.parse(text.toString("utf8")) as Answer;
  } catch {
    return undefined;
  }
}

function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", token, "", "registration-answer", 32));
}
