import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { oncePerKey } from "../platform/keys.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

/** The flow that an opaque id belongs to; it is invalid in any other flow. */
export type OpaqueIdPurpose = "signIn" | "recovery" | "link" | "policyNumberRegistration";

interface Handle {
  purpose: OpaqueIdPurpose;
  brandId: string;
}

const uuidBytes = 16;
const ivBytes = 12;
const tagBytes = 16;
/** The e-mail in an id for sign-in is padded to a multiple of this many bytes, so that its length stays unknown. */
const emailBlockBytes = 64;
/** One encrypted byte after the id that marks a decoy. */
const decoyFlag = 1;

/**
 * Creates an encrypted id of an account or a decoy. Length and randomness are the same for both, so that they are
 * indistinguishable. `email` (sign-in only) is the name that failed attempts count against.
 */
export function createOpaqueId(
  ring: KeyRing,
  handle: Handle & { accountId: string | undefined; email?: string },
): string {
  const isDecoy = handle.accountId === undefined;
  const id = Buffer.from((handle.accountId ?? randomUUID()).replaceAll("-", ""), "hex");
  const plain = Buffer.concat([id, Buffer.from([isDecoy ? decoyFlag : 0]), padEmail(handle.email ?? "")]);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", handleKey(ring.newest), iv).setAAD(associatedData(handle));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString("base64url");
}

/**
 * Decrypts an opaque id; undefined when it is invalid. A decoy has no `id`. `email` is normalised, and present only for
 * sign-in.
 */
export function readOpaqueId(
  ring: KeyRing,
  handle: Handle & { text: string },
): { id: string | undefined; email?: string } | undefined {
  const bytes = Buffer.from(handle.text, "base64url");
  const shortest = ivBytes + uuidBytes + 1 + tagBytes;
  if (bytes.length < shortest || (bytes.length - shortest) % emailBlockBytes !== 0) return undefined;
  for (const key of ring.all) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", handleKey(key), bytes.subarray(0, ivBytes));
      decipher.setAAD(associatedData(handle)).setAuthTag(bytes.subarray(-tagBytes));
      const plain = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
      const email = plain
        .subarray(uuidBytes + 1)
        .toString()
        .replace(/\0+$/, "");
      const named = email === "" ? {} : { email };
      if (plain[uuidBytes] === decoyFlag) return { id: undefined, ...named };
      const hex = plain.subarray(0, uuidBytes).toString("hex");
      return { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"), ...named };
    } catch {
      // Another key may decrypt it.
    }
  }
  return undefined;
}

function padEmail(email: string): Buffer {
  const bytes = Buffer.from(email);
  return Buffer.concat([bytes], Math.ceil(bytes.length / emailBlockBytes) * emailBlockBytes);
}

const handleKey = oncePerKey((key) => Buffer.from(hkdfSync("sha256", key, "", "account handle", 32)));

function associatedData({ purpose, brandId }: Handle): Buffer {
  return Buffer.from(JSON.stringify([purpose, brandId]));
}
