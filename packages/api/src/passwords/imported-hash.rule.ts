import { parseJson } from "@vestibule/contract/api.client.ts";
import { z } from "zod";

const keycloakData = z.object({
  algorithm: z.string(),
  hashIterations: z.int(),
  value: z.base64(),
  salt: z.base64(),
  additionalParameters: z.record(z.string(), z.array(z.string())).default({}),
});
const keycloakCredential = z.object({ secretData: z.string(), credentialData: z.string() });
/** A credential before version 9, with all its values in one object. */
const earlierCredential = z
  .object({ algorithm: z.string(), hashIterations: z.int(), hashedSaltedValue: z.base64(), salt: z.base64() })
  .transform(({ hashedSaltedValue: value, ...rest }) => ({ ...rest, value }))
  .pipe(keycloakData);

/** Names of the algorithm that Django, LDAP directories and Spring write before a hash in its own form. */
const namedBefore = /^(?:\{(?:argon2|bcrypt|crypt)(?:@\w+)?\}|argon2|bcrypt\$)(?=\$)/i;
/** `scrypt$cost$salt$blockSize$parallelization$key` of Django; the salt is a text. */
const djangoScrypt = /^scrypt\$(\d{1,8})\$([\x21-\x7e]{8,64})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/]{22,86}={0,2})$/;
/** `pbkdf2:digest:iterations$salt$key` and `scrypt:cost:blockSize:parallelization$salt$key` of Werkzeug. */
const werkzeugPbkdf2 = /^pbkdf2:(sha1|sha256|sha512):(\d{1,7})\$([!-#%-~]{1,86})\$([0-9a-f]{32,128})$/;
const werkzeugScrypt = /^scrypt:(\d{1,8}):(\d{1,2}):(\d{1,2})\$([!-#%-~]{8,64})\$([0-9a-f]{32,128})$/;
/** What `{` is in Base64, in which an LDIF file writes the values of a directory. */
const ldif = /^e[0-9A-Za-z+/]+={0,2}$/;

/**
 * A hash in the form that is stored: without a name before it; of Django, Werkzeug and ASP.NET in string form; of an
 * LDIF file decoded; and a password credential of Keycloak, as JSON of its export, as a PBKDF2 or argon2 string. Any
 * other text stays.
 */
export function storedHashForm(text: string): string {
  const decoded = ldif.test(text) ? Buffer.from(text, "base64").toString() : text;
  const bare = (/^\{[\w-]+\}/.test(decoded) ? decoded : text).replace(namedBefore, "");
  if (bare.startsWith("$argon2")) return withoutPadding(bare);
  return ofFramework(bare) ?? aspNetHash(bare) ?? keycloakHash(parseJson(bare)) ?? bare;
}

function ofFramework(text: string): string | undefined {
  const [, cost, salt = "", blockSize, parallelization, key] = djangoScrypt.exec(text) ?? [];
  if (cost !== undefined) return scryptString([cost, blockSize, parallelization], salt, key);
  const [, ...pbkdf2] = werkzeugPbkdf2.exec(text) ?? [];
  if (pbkdf2.length > 0) return pbkdf2String(pbkdf2[0], pbkdf2[1], base64(pbkdf2[2]), fromHex(pbkdf2[3]));
  const [, ...scrypt] = werkzeugScrypt.exec(text) ?? [];
  return scrypt.length > 0 ? scryptString(scrypt.slice(0, 3), scrypt[3], fromHex(scrypt[4])) : undefined;
}

const base64 = (text = "") => Buffer.from(text).toString("base64");
const fromHex = (text = "") => Buffer.from(text, "hex").toString("base64");
const pbkdf2String = (digest = "", iterations: unknown = "", salt = "", key = "") =>
  `$pbkdf2-${digest}$${iterations}$${salt}$${key}`;
const scryptString = ([cost, blockSize, parallelization]: readonly unknown[], salt = "", key = "") =>
  `$scrypt$ln=${Math.log2(Number(cost))},r=${blockSize},p=${parallelization}$${base64(salt)}$${key}`;

const aspNetDigests = ["sha1", "sha256", "sha512"];

/** ASP.NET Core Identity, version 3: 1, digest, iterations and length of the salt, then salt and key, in Base64. */
function aspNetHash(text: string): string | undefined {
  const bytes = /^AQAAAA[A-Za-z0-9+/]{40,150}={0,2}$/.test(text) ? Buffer.from(text, "base64") : Buffer.alloc(0);
  if (bytes.length < 13 + 16) return undefined;
  const saltEnd = 13 + bytes.readUInt32BE(9);
  const [salt, key] = [bytes.subarray(13, saltEnd), bytes.subarray(saltEnd)];
  const digest = aspNetDigests[bytes.readUInt32BE(1)];
  if (digest === undefined || key.length < 16) return undefined;
  return pbkdf2String(digest, bytes.readUInt32BE(5), salt.toString("base64"), key.toString("base64"));
}

function keycloakHash(json: unknown): string | undefined {
  // A user of an export has the list of its credentials.
  const list: unknown = Object(json).credentials ?? json;
  const written = Array.isArray(list) ? list.find((one) => Object(one).type === "password") : list;
  const { credentialData, secretData } = keycloakCredential.safeParse(written).data ?? {};
  const ofSecret = Object(parseJson(secretData ?? ""));
  const data =
    keycloakData.safeParse({ ...ofSecret, ...Object(parseJson(credentialData ?? "")) }).data ??
    earlierCredential.safeParse(written).data;
  if (data === undefined) return undefined;
  const { algorithm, hashIterations, salt, value, additionalParameters: more } = data;
  // Keycloak calls SHA-1 "pbkdf2".
  if (algorithm !== "argon2") return `$${algorithm}$${hashIterations}$${salt}$${value}`;
  const parameters = `m=${more.memory?.[0]},t=${hashIterations},p=${more.parallelism?.[0]}`;
  const version = more.version?.[0] === "1.3" ? 19 : 16;
  return withoutPadding(`$argon2${more.type?.[0]}$v=${version}$${parameters}$${salt}$${value}`);
}

const withoutPadding = (hash: string) => hash.replace(/=+(?=\$|$)/g, "");
