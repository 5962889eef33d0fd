import { testSecret } from "../../../../../test/book-file.ts";
import { readSettings } from "../settings.rule.ts";

export const production = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://vestibule@db.internal/vestibule",
  TOKEN_SECRETS: testSecret("t"),
  HASH_SECRETS: testSecret("h"),
  LOOKUP_SECRETS: testSecret("l"),
  COOKIE_SECRETS: `${testSecret("c")},${testSecret("o")}`,
  AUDIT_SECRETS: testSecret("v"),
  BRANDS: "belair,bna,intact,scotia,servus",
};

export function errorsOf(environment: Record<string, string>) {
  const read = readSettings(environment);
  return read.kind === "invalid" ? read.errors : [];
}

export function settingsOf(environment: Record<string, string>) {
  const read = readSettings(environment);
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
  return read.settings;
}
