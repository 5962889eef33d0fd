import { createECDH, hkdfSync } from "node:crypto";
import type { JWK } from "jose";
import type { KeyRing } from "../platform/keys.port.ts";

/** Order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Signing keys of the provider, newest first, derived from the product's secrets: every server has the same ones, and
 * they rotate with the secrets. All are published, and the newest signs.
 */
export function signingKeys(ring: KeyRing): JWK[] {
  return ring.all.map(signingKey);
}

function signingKey(key: Uint8Array): JWK {
  // 64 bits more than the order, so that the remainder is uniform.
  const wide = Buffer.from(hkdfSync("sha256", key, "", "ES256", 40)).toString("hex");
  const scalar = (BigInt(`0x${wide}`) % (order - 1n)) + 1n;
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(scalar.toString(16).padStart(64, "0"), "hex");
  const d = curve.getPrivateKey();
  const point = curve.getPublicKey();
  const x = point.subarray(1, 33);
  const y = point.subarray(33);
  const text = (bytes: Buffer) => Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString("base64url");
  return { kty: "EC", crv: "P-256", alg: "ES256", use: "sig", x: text(x), y: text(y), d: text(d) };
}
