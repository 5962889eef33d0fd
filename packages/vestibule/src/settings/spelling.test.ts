import { expect, test } from "vitest";
import { readSettings } from "./settings.rule.ts";
import { production, settingsOf } from "./test/test-settings.ts";

test.each([
  ["DATABASE_ULR", "DATABASE_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["TRUSTED_PROXYS", "TRUSTED_PROXIES"],
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["COOKIE_SECRET", "COOKIE_SECRETS"],
  ["SMTP_ULR", "SMTP_URL"],
  ["NODE_EVN", "NODE_ENV"],
  ["PROT", "PORT"],
  ["database_url", "DATABASE_URL"],
])("warns of %s and suggests %s", (name, nearest) => {
  expect(settingsOf({ [name]: "x" }).warnings).toEqual([
    { name, reason: expect.objectContaining({ en: `is not a setting: did you mean ${nearest}?` }) },
  ]);
});

test("reports a misspelt setting next to the one that is missing", () => {
  const { DATABASE_URL, ...rest } = production;
  const read = readSettings({ ...rest, DATABASE_ULR: DATABASE_URL });
  expect(read).toMatchObject({
    kind: "invalid",
    errors: [{ name: "DATABASE_URL" }],
    warnings: [{ name: "DATABASE_ULR" }],
  });
});

test("ignores variables of other programs", () => {
  const foreign = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "HOSTS",
    "POST",
    "USER",
    "USER_AGENT",
    "LANG",
    "LC_ALL",
    "SHELL",
    "TERM",
    "PWD",
    "TZ",
    "API_KEY",
    "APP_URL",
    "BASE_URL",
    "HTTP_PROXY",
    "NO_PROXY",
    "SSH_AGENT_PID",
    "XDG_DATA_DIRS",
    "PGHOST",
    "PGDATABASE",
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_VERSION",
    "npm_config_port",
    "npm_lifecycle_event",
    "DATABASE_NAME",
    "SECRET",
    "KUBERNETES_PORT",
    "KUBERNETES_SERVICE_HOST",
    "AWS_REGION",
    "REDIS_URL",
    "LOG_FORMAT",
    "SMTP_HOST",
    "SMTP_PORT",
  ];
  expect(settingsOf(Object.fromEntries(foreign.map((name) => [name, "x"]))).warnings).toEqual([]);
  // While the setting itself is set, a similar name belongs to another program.
  expect(settingsOf({ LOG_LEVEL: "warn", LOG_LEVELS: "x" }).warnings).toEqual([]);
});
