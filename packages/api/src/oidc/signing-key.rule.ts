import { checkPrime, createCipheriv, createECDH, hkdfSync } from "node:crypto";
import { promisify } from "node:util";
import type { JWK } from "jose";
import type { KeyRing } from "../platform/keys.port.ts";

/** Order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const rsaExponent = 65537n;
const rsaPrimeBytes = 128;

const isPrime = promisify(checkPrime);

/**
 * Signing keys of the provider, newest first, derived from the product's secrets: every server has the same ones, and
 * they rotate with the secrets. All are published, and the newest of an algorithm signs.
 */
export async function signingKeys(ring: KeyRing): Promise<JWK[]> {
  const keys = await Promise.all(ring.all.map(async (key) => [await rsaKey(key), ecKey(key)]));
  return keys.flat();
}

function ecKey(key: Uint8Array): JWK {
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

/** An RSA key of 2048 bits from random primes (FIPS 186-5, A.1.3), whose random bits are a keystream of the key. */
async function rsaKey(key: Uint8Array): Promise<JWK> {
  const seed = new Uint8Array(hkdfSync("sha256", key, "", "RS256", 32));
  const keystream = createCipheriv("aes-256-ctr", seed, Buffer.alloc(16));
  const randomBytes = () => keystream.update(Buffer.alloc(rsaPrimeBytes));
  const p = await nextPrime(randomBytes);
  const q = await nextPrime(randomBytes);
  const d = inverse(rsaExponent, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e: rsaExponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const texts = Object.entries(numbers).map(([name, value]) => [name, base64url(value)]);
  return { kty: "RSA", alg: "RS256", use: "sig", ...Object.fromEntries(texts) };
}

/** The next prime of a source of random bytes, with both high bits set: the product of two has every bit. */
async function nextPrime(randomBytes: () => Buffer): Promise<bigint> {
  for (;;) {
    const bytes = randomBytes();
    bytes.writeUInt8(bytes.readUInt8(0) | 0xc0, 0);
    bytes.writeUInt8(bytes.readUInt8(rsaPrimeBytes - 1) | 1, rsaPrimeBytes - 1);
    const candidate = BigInt(`0x${bytes.toString("hex")}`);
    // The exponent is prime, so it has no inverse only if it divides p - 1.
    if ((candidate - 1n) % rsaExponent !== 0n && (await isPrime(bytes))) return candidate;
  }
}

/** Inverse of a number, by the extended Euclidean algorithm. */
function inverse(number: bigint, modulus: bigint): bigint {
  let [remainder, next] = [modulus, number % modulus];
  let [coefficient, nextCoefficient] = [0n, 1n];
  while (next !== 0n) {
    const quotient = remainder / next;
    [remainder, next] = [next, remainder - quotient * next];
    [coefficient, nextCoefficient] = [nextCoefficient, coefficient - quotient * nextCoefficient];
  }
  return coefficient < 0n ? coefficient + modulus : coefficient;
}

function base64url(number: bigint): string {
  const hex = number.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
}
