import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testSecret } from "../../../../test/book-file.ts";
import { configurationPage } from "./configuration-page.rule.ts";
import { readSettings } from "./settings.rule.ts";
import { errorsOf, production, settingsOf } from "./test/test-settings.ts";

test("demo mode needs no settings", () => {
  expect(settingsOf({})).toMatchObject({
    mode: "demo",
    port: 3000,
    dataDir: { kind: "kept", path: ".data" },
    defaultBrand: undefined,
    clientIpLimitFactor: 100,
  });
});

test("demo mode listens on this machine alone unless HOST says otherwise, and production on every IP address", () => {
  expect(settingsOf({}).host).toBe("127.0.0.1");
  expect(settingsOf({ HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
  expect(settingsOf(production).host).toBeUndefined();
});

test("A-071 demo mode alone can override when a second proof is asked for", () => {
  expect(settingsOf({}).secondFactor).toBeUndefined();
  expect(settingsOf({ SECOND_FACTOR: "never" }).secondFactor).toBe("never");
  expect(errorsOf({ SECOND_FACTOR: "off" }).map(({ name }) => name)).toEqual(["SECOND_FACTOR"]);
  expect(errorsOf({ ...production, SECOND_FACTOR: "never" })).toEqual([
    { name: "SECOND_FACTOR", reason: "is for demo mode: in production each brand decides" },
  ]);
});

const databaseSetting = { DATABASE_URL: "postgres://vestibule@db.internal/vestibule" };

test.each([
  ["prod", "production"],
  ["Production", "production"],
  ["PRODUCTION", "production"],
  ["production ", "production"],
  ["productoin", "production"],
  ["dev", "development"],
])("A-197 refuses NODE_ENV %j and suggests the nearest value", (NODE_ENV, nearest) => {
  const [fault] = errorsOf({ NODE_ENV });
  expect(fault?.name).toBe("NODE_ENV");
  expect(fault?.reason).toContain(JSON.stringify(NODE_ENV));
  expect(fault?.reason).toContain(`did you mean ${nearest}?`);
});

test("A-197 refuses an unknown NODE_ENV and lists the allowed values", () => {
  expect(errorsOf({ NODE_ENV: "staging" })[0]).toEqual({
    name: "NODE_ENV",
    reason: 'is "staging", which is none of production, development, test',
  });
});

test.each<Record<string, string>>([{}, { NODE_ENV: "" }, { NODE_ENV: "development" }, { NODE_ENV: "test" }])(
  "A-197 refuses demo mode with a custom database without DEMO=1 (%j)",
  (environment) => {
    expect(settingsOf(environment).mode).toBe("demo");
    expect(errorsOf({ ...environment, ...databaseSetting })).toEqual([
      { name: "DATABASE_URL", reason: expect.stringContaining("DEMO=1") },
    ]);
    expect(settingsOf({ ...environment, ...databaseSetting, DEMO: "1" }).mode).toBe("demo");
  },
);

test("A-197 refuses a web server in demo mode with a custom API without DEMO=1", () => {
  const web = { API_URL: "http://api.internal:3000" };
  expect(readSettings(web, "web")).toMatchObject({ kind: "invalid", errors: [{ name: "API_URL" }] });
  expect(readSettings({ ...web, DEMO: "1" }, "web")).toMatchObject({ kind: "read", settings: { mode: "demo" } });
});

test.each(["0", "true", "1 "])("A-197 refuses DEMO=%j", (DEMO) => {
  expect(errorsOf({ DEMO }).map(({ name }) => name)).toEqual(["DEMO"]);
});

test("A-197 refuses DEMO=1 in production", () => {
  expect(errorsOf({ ...production, DEMO: "1" })).toEqual([
    { name: "DEMO", reason: expect.stringContaining("NODE_ENV=production") },
  ]);
});

test("A-196 reports every setting that is missing in production at once", () => {
  expect(errorsOf({ NODE_ENV: "production" }).map(({ name }) => name)).toEqual([
    "DATABASE_URL",
    "TOKEN_SECRETS",
    "HASH_SECRETS",
    "LOOKUP_SECRETS",
    "COOKIE_SECRETS",
    "AUDIT_SECRETS",
  ]);
});

test("production reads its database and secrets, newest secret first", () => {
  const settings = settingsOf(production);
  expect(settings.secrets.cookie).toEqual([testSecret("c"), testSecret("o")]);
  expect(settings.clientIpLimitFactor).toBe(1);
});

test.each([
  "0.0.0.0/0",
  "::/0",
  "128.0.0.0/1",
  "10.0.0.0/7",
  "2000::/3",
  "::ffff:0:0/96",
  "::ffff:10.0.0.1/97",
  "::/80",
])("A-181 refuses to trust %s as proxies", (TRUSTED_PROXIES) => {
  const errors = errorsOf({ TRUSTED_PROXIES: `10.1.2.3,${TRUSTED_PROXIES}` });
  expect(errors).toEqual([{ name: "TRUSTED_PROXIES", reason: expect.stringContaining(TRUSTED_PROXIES) }]);
});

test("A-181 trusts the networks of real proxies", () => {
  const TRUSTED_PROXIES = "10.0.0.0/8,172.16.0.0/12,127.0.0.1,::1,fc00::/7,2400:cb00::/32,::ffff:10.0.0.0/104";
  expect(settingsOf({ TRUSTED_PROXIES }).trustedProxies).toHaveLength(7);
});

test.each([
  ["PORT", "65536"],
  ["PORT", "http"],
  ["DATABASE_URL", "mysql://db/vestibule"],
  ["DATABASE_POOL_SIZE", "1"],
  ["TRUSTED_PROXIES", "10.0.0.0/8,10.0.0.300"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["SMTP_URL", "mail.example:25"],
  ["SMTP_URL", "smtp://"],
  ["API_KEYS", "belair"],
  ["LOG_LEVEL", "loud"],
  ["CLIENT_IP_LIMIT_FACTOR", "0"],
])("reports an invalid %s by name: %s", (name, value) => {
  expect(errorsOf({ DEMO: "1", [name]: value }).map((fault) => fault.name)).toEqual([name]);
});

test("a web-only server needs an API and its cookies' secret, but no database", () => {
  const needed = (environment: Record<string, string>) => {
    const read = readSettings(environment, "web");
    return read.kind === "invalid" ? read.errors.map(({ name }) => name) : [];
  };
  expect(needed({ NODE_ENV: "production" })).toEqual(["COOKIE_SECRETS", "API_URL"]);
  const web = { NODE_ENV: "production", COOKIE_SECRETS: testSecret("c"), API_URL: "http://api.internal:3000" };
  expect(needed(web)).toEqual([]);
});

test("reports several errors together", () => {
  expect(errorsOf({ PORT: "x", LOG_LEVEL: "y", TRUSTED_PROXIES: "z" })).toHaveLength(3);
});

test.each<Record<string, string>>([{ INTERNAL_PORT: "3000" }, { PORT: "8080", INTERNAL_PORT: " 8080" }])(
  "refuses one port for the portal and for /internal: %j",
  (environment) => {
    expect(errorsOf(environment)).toEqual([{ name: "INTERNAL_PORT", reason: "is the same as PORT" }]);
  },
);

test("accepts a free port for the portal and one for /internal", () => {
  expect(settingsOf({ PORT: "0", INTERNAL_PORT: "0" })).toMatchObject({ port: 0, internalPort: 0 });
});

test("warns of a TRUST_FORWARDED_HOST that TRUSTED_PROXIES leaves without effect", () => {
  const proxies = { TRUST_FORWARDED_HOST: "1", TRUSTED_PROXIES: "10.0.0.0/8" };
  expect(settingsOf(proxies).warnings).toEqual([]);
  expect(settingsOf({ TRUST_FORWARDED_HOST: "1" }).warnings).toEqual([
    {
      name: "TRUST_FORWARDED_HOST",
      reason: expect.objectContaining({ en: expect.stringContaining("TRUSTED_PROXIES") }),
    },
  ]);
});

test("records the source of a value and treats an empty one as absent", () => {
  const { sources } = settingsOf({ PORT: "8080", LOG_LEVEL: " " });
  expect([sources.PORT, sources.LOG_LEVEL, sources.SMTP_URL]).toEqual(["environment", "default", "none"]);
});

test("accepts a PostgreSQL URL with a Unix socket", () => {
  const url = "postgresql://vestibule@/vestibule?host=%2Ftmp%2Fsocket&port=5432";
  expect(settingsOf({ DEMO: "1", DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("reads memory: as a temporary folder", () => {
  expect(settingsOf({ DATA_DIR: "memory:" }).dataDir).toEqual({ kind: "temporary" });
});

test("the configuration page matches the table", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../../docs/configuration.md"), "utf8");
  expect(page).toBe(configurationPage());
});

test("reads the policy directory of each company", () => {
  const directories = "belair=https://a-token@one.example/base, intact=https://two.internal:8443";
  const files = { POLICY_DIRECTORY_CERT_FILE: "/etc/cert.pem", POLICY_DIRECTORY_KEY_FILE: "/etc/key.pem" };
  expect(settingsOf({ POLICY_DIRECTORY_URLS: directories, ...files })).toMatchObject({
    policyDirectories: { belair: "https://a-token@one.example/base", intact: "https://two.internal:8443" },
    policyDirectoryTls: { certificate: "/etc/cert.pem", key: "/etc/key.pem", authority: undefined },
    warnings: [],
  });
});

test.each([
  ["API_KEYS", "belair=first", "intact=other", "belair=second"],
  ["AGENTS", `amelie=${testSecret("a")}`, `amelie=${testSecret("b")}`],
  ["OIDC_CLIENT_SECRETS", `belair/app=${testSecret("a")}`, `belair/app=${testSecret("b")}`],
  ["POLICY_DIRECTORY_URLS", "belair=https://one.example", "belair=https://two.example"],
  ["USER_REGISTRY_URLS", "staff=https://one.example", "staff=https://two.example"],
])("refuses %s with two values for one name", (name, ...entries) => {
  const [first = ""] = entries;
  const reason = `has two values for ${first.split("=")[0]}`;
  expect(errorsOf({ [name]: entries.join(",") })).toEqual([{ name, reason }]);
});

test.each([
  ["POLICY_DIRECTORY_URLS", "belair=https://10%off@directory.example"],
  ["USER_REGISTRY_URLS", "belair=https://10%off@registry.example"],
  ["SMS_URL", "https://portal:10%off@sms.example/send"],
])("refuses %s with a percent sign that begins no escape", (name, value) => {
  const reason = "has a % in its user, password or token: write it as %25";
  expect(errorsOf({ [name]: value })).toEqual([{ name, reason }]);
  expect(errorsOf({ [name]: value.replace("%", "%25") })).toEqual([]);
});

test("refuses the secret of an application that its library could not send", () => {
  for (const secret of [`${testSecret("a")}é`, `${testSecret("a")}\u00a0x`])
    expect(errorsOf({ OIDC_CLIENT_SECRETS: `belair/app=${secret}` })).toEqual([
      { name: "OIDC_CLIENT_SECRETS", reason: "has a secret with a character that is not printable ASCII" },
    ]);
  expect(errorsOf({ OIDC_CLIENT_SECRETS: `belair/app=${testSecret("a")}+/ %:&` })).toEqual([]);
});

test.each<[Record<string, string>, name: string, reason: string]>([
  [{ POLICY_DIRECTORY_URLS: "https://one.example" }, "POLICY_DIRECTORY_URLS", "name=https://"],
  [{ POLICY_DIRECTORY_URLS: "belair=ftp://one.example" }, "POLICY_DIRECTORY_URLS", "begins with http"],
  [
    { POLICY_DIRECTORY_URLS: "belair=https://one.example,intact=http://two.example" },
    "POLICY_DIRECTORY_URLS",
    "without TLS",
  ],
  [{ USER_REGISTRY_URLS: "staff=http://registry.example/scim/v2" }, "USER_REGISTRY_URLS", "without TLS"],
  ...["ab/cd", "ab?cd", "ab#cd"].flatMap((token): [Record<string, string>, string, string][] =>
    (["POLICY_DIRECTORY_URLS", "USER_REGISTRY_URLS"] as const).map((name) => [
      { [name]: `belair=https://${token}@registry.example/scim/v2` },
      name,
      "has a / ? or # before the @: write it as %2F, %3F or %23",
    ]),
  ),
  [{ USER_REGISTRY_KEY_FILE: "key.pem" }, "USER_REGISTRY_CERT_FILE", "is missing"],
  [{ POLICY_DIRECTORY_CERT_FILE: "cert.pem" }, "POLICY_DIRECTORY_KEY_FILE", "is missing"],
  [{ POLICY_DIRECTORY_KEY_FILE: "key.pem" }, "POLICY_DIRECTORY_CERT_FILE", "is missing"],
])("refuses policy directories and user registries as %j", (environment, name, reason) => {
  expect(errorsOf(environment)).toEqual([{ name, reason: expect.stringContaining(reason) }]);
});
