/** Hashes that sign-in cannot verify, by their form; the first that matches names one. */
const unknownForms: readonly (readonly [form: RegExp, name: string])[] = [
  [/^(?:\{CRYPT\})?\$(?:1|apr1)\$/i, "MD5 crypt"],
  [/^(?:\{CRYPT\})?\$5\$/i, "SHA-256 crypt"],
  [/^(?:\{CRYPT\})?\$6\$/i, "SHA-512 crypt"],
  [/^(?:\{CRYPT\})?\$7\$/i, "scrypt in the form of crypt"],
  [/^(?:\{CRYPT\})?\$g?y\$/i, "yescrypt"],
  [/^\$[PH]\$/, "phpass"],
  [/^\$S\$/, "SHA-512 of Drupal"],
  [/^(?:\$bcrypt-sha256\$|bcrypt_sha256\$)/, "bcrypt of a digest"],
  [/^\$argon2([id])\$/, "argon2i or argon2d"],
  [/^\{(?:SMD5|SHA-?\d*|MD5)\}/i, "a digest without salt, or of MD5"],
  [/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}|\*[0-9a-f]{40})$/i, "a digest without salt"],
  [/^(?:sha1|sha256|md5)\$/, "a digest that takes no time"],
  [/^!/, "the sign of no password at all"],
  [/^(?:\$argon2id\$v=19|\$2[aby]\$|\$?scrypt|\$?pbkdf2)/, "too expensive to verify, or damaged"],
  [/^\{noop\}|^[^$:{}]{1,30}$/, "no hash"],
];

/** What a text is that sign-in cannot verify; undefined where its form is not known. */
export function nameUnknownHash(text: string): string | undefined {
  return unknownForms.find(([form]) => form.test(text))?.[1];
}
