import { isIdOf } from "@vestibule/catalogue/ids-of.ts";

/** Password hash formats that sign-in can verify and imports may contain. */
export type PasswordHashKind = "argon2id" | "bcrypt" | "scrypt" | "pbkdf2" | "saltedSha";

const argon2id = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const bcrypt = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;
const scrypt =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}={0,2}\$[A-Za-z0-9+/]{22,86}={0,2}$/;

/** `pbkdf2_sha256$iterations$salt$key` of Django; the salt is a text. */
const djangoPbkdf2 = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,7})\$([\x21-\x7e]{1,86})\$([A-Za-z0-9+/]{22,86}={0,2})$/;
/** `$pbkdf2-sha256$iterations$salt$key` of passlib, with `i=iterations,l=length` in PHC string form; no name is SHA-1. */
const pbkdf2 =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,7})(?:,l=\d{1,3})?\$([A-Za-z0-9+/.]{2,86}={0,2})\$([A-Za-z0-9+/.]{22,86}={0,2})$/;
/** `{PBKDF2-SHA256}iterations$salt$key` of LDAP directories. */
const ldapPbkdf2 = /^\{PBKDF2(?:-(SHA1|SHA256|SHA512))?\}(\d{1,7}\$.+)$/i;
/** `{SSHA}` of LDAP directories: the digest of password and salt, followed by the salt. */
const saltedSha = /^\{SSHA-?(256|384|512|)\}([A-Za-z0-9+/]{28,172}={0,2})$/i;

const mostIterations = 2_000_000;

/** Largest memory of one verification, so that an imported hash cannot exhaust the server. */
const largestKibibytes = 262_144;

/** Format of a stored or imported hash; undefined when it is unknown or too expensive to verify. */
export function passwordHashKind(hash: string): PasswordHashKind | undefined {
  const [, memory, passes] = argon2id.exec(hash) ?? [];
  if (memory !== undefined) return Number(memory) <= largestKibibytes && Number(passes) <= 10 ? "argon2id" : undefined;
  const [, cost] = bcrypt.exec(hash) ?? [];
  if (cost !== undefined) return Number(cost) >= 4 && Number(cost) <= 15 ? "bcrypt" : undefined;
  const iterations = pbkdf2Parameters(hash)?.iterations;
  if (iterations !== undefined) return iterations >= 1 && iterations <= mostIterations ? "pbkdf2" : undefined;
  if (saltedShaParameters(hash) !== undefined) return "saltedSha";
  const parameters = scryptParameters(hash);
  if (parameters === undefined) return undefined;
  const { cost: size, blockSize, parallelization } = parameters;
  return (size * blockSize) / 8 <= largestKibibytes &&
    parallelization <= 4 &&
    size >= 2 &&
    blockSize >= 1 &&
    parallelization >= 1
    ? "scrypt"
    : undefined;
}

export function scryptParameters(hash: string) {
  const [, logCost, blockSize, parallelization] = scrypt.exec(hash) ?? [];
  if (logCost === undefined) return undefined;
  const [, , , salt = "", key = ""] = hash.split("$");
  return {
    cost: 2 ** Number(logCost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
}

export function pbkdf2Parameters(hash: string) {
  const [, ofLdap = "sha1", inLdap] = ldapPbkdf2.exec(hash) ?? [];
  const written = inLdap === undefined ? hash : `$pbkdf2-${ofLdap.toLowerCase()}$${inLdap}`;
  const ofDjango = djangoPbkdf2.exec(written);
  const [, digest = "sha1", iterations, salt = "", key = ""] = ofDjango ?? pbkdf2.exec(written) ?? [];
  if (iterations === undefined) return undefined;
  return {
    digest,
    iterations: Number(iterations),
    salt: ofDjango ? Buffer.from(salt) : fromBase64(salt),
    key: fromBase64(key),
  };
}

/** passlib writes "." in place of "+". */
const fromBase64 = (text: string) => Buffer.from(text.replaceAll(".", "+"), "base64");

const digestBytes = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 } as const;

export function saltedShaParameters(hash: string) {
  const [, size, text] = saltedSha.exec(hash) ?? [];
  if (text === undefined) return undefined;
  const digest = size === "" ? "sha1" : `sha${size}`;
  if (!isIdOf(digestBytes, digest)) return undefined;
  const bytes = Buffer.from(text, "base64");
  const salt = bytes.subarray(digestBytes[digest]);
  return salt.length === 0 ? undefined : { digest, key: bytes.subarray(0, digestBytes[digest]), salt };
}
