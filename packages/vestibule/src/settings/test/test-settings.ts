import { readSettings } from "../settings.rule.ts";

export const secret = (letter: string) => `${letter}-4kQz81mWv7pRt0xNc5sYb2uHe9dGf3jL`;

export const production = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://vestibule@db.internal/vestibule",
  TOKEN_SECRETS: secret("t"),
  HASH_SECRETS: secret("h"),
  LOOKUP_SECRETS: secret("l"),
  COOKIE_SECRETS: `${secret("c")},${secret("o")}`,
  AUDIT_SECRETS: secret("v"),
};

export function faultsOf(environment: Record<string, string>) {
  const read = readSettings(environment);
  return read.kind === "faulty" ? read.faults : [];
}

export function settingsOf(environment: Record<string, string>) {
  const read = readSettings(environment);
  if (read.kind === "faulty") throw new Error(JSON.stringify(read.faults));
  return read.settings;
}
