import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configurationPage } from "./configuration-page.rule.ts";
import { readSettings } from "./settings.rule.ts";

const secret = (letter: string) => `${letter}-4kQz81mWv7pRt0xNc5sYb2uHe9dGf3jL`;
const production = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://vestibule@db.internal/vestibule",
  TOKEN_SECRETS: secret("t"),
  HASH_SECRETS: secret("h"),
  LOOKUP_SECRETS: secret("l"),
  COOKIE_SECRETS: `${secret("c")},${secret("o")}`,
  AUDIT_SECRETS: secret("v"),
};

function faultsOf(environment: Record<string, string>) {
  const read = readSettings(environment);
  return read.kind === "faulty" ? read.faults : [];
}
function settingsOf(environment: Record<string, string>) {
  const read = readSettings(environment);
  if (read.kind === "faulty") throw new Error(JSON.stringify(read.faults));
  return read.settings;
}

test("demo mode needs no settings", () => {
  expect(settingsOf({})).toMatchObject({
    mode: "demo",
    port: 3000,
    dataDir: { kind: "kept", path: ".data" },
    defaultBrand: "belair",
    clientIpLimitFactor: 100,
  });
});

const own = { DATABASE_URL: "postgres://vestibule@db.internal/vestibule" };

test.each([
  ["prod", "production"],
  ["Production", "production"],
  ["PRODUCTION", "production"],
  ["production ", "production"],
  ["productoin", "production"],
  ["dev", "development"],
])("A-197 refuses NODE_ENV %j and suggests the nearest value", (NODE_ENV, nearest) => {
  const [fault] = faultsOf({ NODE_ENV });
  expect(fault?.name).toBe("NODE_ENV");
  expect(fault?.reason).toContain(JSON.stringify(NODE_ENV));
  expect(fault?.reason).toContain(`did you mean ${nearest}?`);
});

test("A-197 refuses a NODE_ENV unlike any value and lists them all", () => {
  expect(faultsOf({ NODE_ENV: "staging" })[0]).toEqual({
    name: "NODE_ENV",
    reason: 'is "staging", which is none of production, development, test',
  });
});

test.each<Record<string, string>>([{}, { NODE_ENV: "" }, { NODE_ENV: "development" }, { NODE_ENV: "test" }])(
  "A-197 refuses demo mode with a custom database without DEMO=1 (%j)",
  (environment) => {
    expect(settingsOf(environment).mode).toBe("demo");
    expect(faultsOf({ ...environment, ...own })).toEqual([
      { name: "DATABASE_URL", reason: expect.stringContaining("DEMO=1") },
    ]);
    expect(settingsOf({ ...environment, ...own, DEMO: "1" }).mode).toBe("demo");
  },
);

test("A-197 refuses a web server in demo mode with a custom API without DEMO=1", () => {
  const web = { API_URL: "http://api.internal:3000" };
  expect(readSettings(web, "web")).toMatchObject({ kind: "faulty", faults: [{ name: "API_URL" }] });
  expect(readSettings({ ...web, DEMO: "1" }, "web")).toMatchObject({ kind: "read", settings: { mode: "demo" } });
});

test.each(["0", "true", "1 "])("A-197 refuses DEMO=%j", (DEMO) => {
  expect(faultsOf({ DEMO }).map(({ name }) => name)).toEqual(["DEMO"]);
});

test("A-197 refuses DEMO=1 in production", () => {
  expect(faultsOf({ ...production, DEMO: "1" })).toEqual([
    { name: "DEMO", reason: expect.stringContaining("NODE_ENV=production") },
  ]);
});

test("A-196 reports every setting that is missing in production at once", () => {
  expect(faultsOf({ NODE_ENV: "production" }).map(({ name }) => name)).toEqual([
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
  expect(settings.secrets.cookie).toEqual([secret("c"), secret("o")]);
  expect(settings.clientIpLimitFactor).toBe(1);
});

test.each([
  ["short", "k8Jd02"],
  ["sample", "please-change-me-please-change-me-please"],
  ["few characters", "abababababababababababababababababab"],
])("A-196 refuses a %s secret without repeating it", (_what, value) => {
  const faults = faultsOf({ ...production, TOKEN_SECRETS: value });
  expect(faults.map(({ name }) => name)).toEqual(["TOKEN_SECRETS"]);
  expect(JSON.stringify(faults)).not.toContain(value);
});

test.each([
  ["rows of keys", "qwertyuiopasdfghjklzxcvbnm123456"],
  ["columns of keys", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik."],
  ["a sequence backwards", "zyxwvutsrqponmlkjihgfedcba987654"],
  ["a repetition", "Winter-2026-Winter-2026-Winter-2026"],
  ["words", "correcthorsebatterystaplecorrect"],
])("A-196 refuses a secret of %s", (_what, value) => {
  const faults = faultsOf({ ...production, TOKEN_SECRETS: value });
  expect(faults).toEqual([{ name: "TOKEN_SECRETS", reason: expect.stringContaining("easy to guess") }]);
});

test("A-196 accepts random secrets in any encoding", () => {
  for (const encoding of ["hex", "base64", "base64url"] as const) {
    const fresh = () => randomBytes(32).toString(encoding);
    expect(faultsOf({ ...production, TOKEN_SECRETS: fresh(), HASH_SECRETS: fresh() })).toEqual([]);
  }
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
  const faults = faultsOf({ TRUSTED_PROXIES: `10.1.2.3,${TRUSTED_PROXIES}` });
  expect(faults).toEqual([{ name: "TRUSTED_PROXIES", reason: expect.stringContaining(TRUSTED_PROXIES) }]);
});

test("A-181 trusts the networks of real proxies", () => {
  const TRUSTED_PROXIES = "10.0.0.0/8,172.16.0.0/12,127.0.0.1,::1,fc00::/7,2400:cb00::/32,::ffff:10.0.0.0/104";
  expect(settingsOf({ TRUSTED_PROXIES }).trustedProxies).toHaveLength(7);
});

const database = (address: string) => ({ DEMO: "1", DATABASE_URL: `postgres://portal:x@${address}` });
test.each<Record<string, string>>([
  database("203.0.113.5/portal"),
  database("db.insurer.example/portal"),
  database("db.insurer.example/portal?application_name=portal"),
  { SMS_URL: "http://TOKEN@sms.example/v1/messages" },
  { SMS_URL: "http://[2001:db8::1]/v1/messages" },
  { SMTP_URL: "smtp://mail.example:25?ignoreTLS=true" },
  { SMTP_URL: "smtps://user:pass@mail.example?tls.rejectUnauthorized=false" },
  { API_URL: "http://api.insurer.example" },
])("refuses a connection over the internet without TLS: %j", (environment) => {
  const [name] = Object.keys(environment).filter((one) => one !== "DEMO");
  expect(faultsOf(environment).map((fault) => fault.name)).toEqual([name]);
});

test.each<Record<string, string>>([
  database("db.insurer.example/portal?sslmode=disable"),
  database("db.insurer.example/portal?sslmode=no-verify"),
  database("db.insurer.example/portal?sslmode=require&uselibpqcompat=true"),
  database("10.0.0.5/portal"),
  database("db.internal/portal?ssl=false"),
  database("db/portal"),
  { SMS_URL: "http://TOKEN@sms.internal/v1/messages" },
  { SMTP_URL: "smtp://192.168.1.5:25" },
  { SMTP_URL: "smtp://mail.example:25" },
])("warns of a connection without TLS that may be intended: %j", (environment) => {
  const [name] = Object.keys(environment).filter((one) => one !== "DEMO");
  expect(settingsOf(environment).warnings.map((warning) => warning.name)).toEqual([name]);
});

test.each<Record<string, string>>([
  database("db.insurer.example/portal?sslmode=verify-full"),
  database("db.insurer.example/portal?ssl=true"),
  { ...database("db.insurer.example/portal"), PGSSLMODE: "verify-full" },
  database("127.0.0.1/portal"),
  database("/portal?host=%2Ftmp%2Fsocket"),
  { SMS_URL: "https://TOKEN@sms.example/v1/messages" },
  { SMS_URL: "http://TOKEN@localhost:4005/v1/messages" },
  { SMTP_URL: "smtps://user:pass@mail.example" },
  { SMTP_URL: "smtp://user:pass@mail.example:587" },
  { SMTP_URL: "smtp://localhost:1025" },
])("accepts a connection that is encrypted or local without a warning: %j", (environment) => {
  expect(settingsOf(environment).warnings).toEqual([]);
});

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
  expect(settingsOf({ [name]: "x" }).warnings).toEqual([{ name, reason: `is no setting: did you mean ${nearest}?` }]);
});

test("reports a misspelt setting beside the one that is missing", () => {
  const { DATABASE_URL, ...rest } = production;
  const read = readSettings({ ...rest, DATABASE_ULR: DATABASE_URL });
  expect(read).toMatchObject({
    kind: "faulty",
    faults: [{ name: "DATABASE_URL" }],
    warnings: [{ name: "DATABASE_ULR" }],
  });
});

test("ignores variables of other programs", () => {
  const foreign = [
    ...[
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
    ],
    ...[
      "API_KEY",
      "APP_URL",
      "BASE_URL",
      "HTTP_PROXY",
      "NO_PROXY",
      "SSH_AGENT_PID",
      "XDG_DATA_DIRS",
      "PGHOST",
      "PGDATABASE",
    ],
    ...[
      "NODE_OPTIONS",
      "NODE_PATH",
      "NODE_VERSION",
      "npm_config_port",
      "npm_lifecycle_event",
      "DATABASE_NAME",
      "SECRET",
    ],
    ...[
      "KUBERNETES_PORT",
      "KUBERNETES_SERVICE_HOST",
      "AWS_REGION",
      "REDIS_URL",
      "LOG_FORMAT",
      "SMTP_HOST",
      "SMTP_PORT",
    ],
  ];
  expect(settingsOf(Object.fromEntries(foreign.map((name) => [name, "x"]))).warnings).toEqual([]);
  // While the setting itself is set, a similar name belongs to another program.
  expect(settingsOf({ LOG_LEVEL: "warn", LOG_LEVELS: "x" }).warnings).toEqual([]);
});

test("A-196 refuses two settings with the same secret", () => {
  const faults = faultsOf({ ...production, HASH_SECRETS: secret("t"), SERVICE_CREDENTIALS: secret("o") });
  expect(faults).toEqual([
    { name: "HASH_SECRETS", reason: "shares a secret with TOKEN_SECRETS" },
    { name: "SERVICE_CREDENTIALS", reason: "shares a secret with COOKIE_SECRETS" },
  ]);
});

test("A-202 refuses a third secret for one purpose", () => {
  const three = [secret("x"), secret("y"), secret("z")].join(",");
  expect(faultsOf({ ...production, TOKEN_SECRETS: three })[0]?.reason).toContain("more than two");
});

test.each([
  ["PORT", "65536"],
  ["PORT", "http"],
  ["DATABASE_URL", "mysql://db/vestibule"],
  ["DATABASE_POOL_SIZE", "1"],
  ["TRUSTED_PROXIES", "10.0.0.0/8,10.0.0.300"],
  ["TRUSTED_PROXIES", "10.0.0.0/33"],
  ["SMTP_URL", "mail.example:25"],
  ["API_KEYS", "belair"],
  ["LOG_LEVEL", "loud"],
  ["ADDRESS_LIMIT_FACTOR", "0"],
])("reports an invalid %s by name: %s", (name, value) => {
  expect(faultsOf({ DEMO: "1", [name]: value }).map((fault) => fault.name)).toEqual([name]);
});

test("a web-only server needs an API and its cookies' secret, but no database", () => {
  const needed = (environment: Record<string, string>) => {
    const read = readSettings(environment, "web");
    return read.kind === "faulty" ? read.faults.map(({ name }) => name) : [];
  };
  expect(needed({ NODE_ENV: "production" })).toEqual(["COOKIE_SECRETS", "API_URL"]);
  const web = { NODE_ENV: "production", COOKIE_SECRETS: secret("c"), API_URL: "http://api.internal:3000" };
  expect(needed(web)).toEqual([]);
});

test("reports several faults together", () => {
  expect(faultsOf({ PORT: "x", LOG_LEVEL: "y", TRUSTED_PROXIES: "z" })).toHaveLength(3);
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

const openId = {
  AGENT_OIDC_ISSUER: "https://login.insurer.example/realm",
  AGENT_OIDC_CLIENT_ID: "vestibule",
  AGENT_OIDC_CLIENT_SECRET: "given-by-the-provider",
};

test("P-22 production reads the agents' OpenID provider and requires the service credential", () => {
  expect(settingsOf(production).agentOpenId).toBeUndefined();
  const desk = { ...production, ...openId, SERVICE_CREDENTIALS: secret("s"), AGENT_OIDC_ACT_ROLE: "claims-desk" };
  expect(settingsOf(desk).agentOpenId).toEqual({
    ...{ issuer: openId.AGENT_OIDC_ISSUER, clientId: "vestibule", clientSecret: "given-by-the-provider" },
    ...{ idClaim: "sub", roleClaim: "roles", roles: { read: "vestibule-read", act: "claims-desk" } },
  });
  expect(faultsOf({ ...production, ...openId }).map(({ name }) => name)).toEqual(["SERVICE_CREDENTIALS"]);
});

test("P-22 A-196 production refuses agents with secrets and reports each missing setting", () => {
  const desk = { ...production, SERVICE_CREDENTIALS: secret("s"), AGENTS: `amelie=${secret("a")}` };
  const faults = faultsOf(desk);
  expect(faults.map(({ name }) => name)).toEqual(["AGENTS", ...Object.keys(openId)]);
  expect(faults[0]?.reason).toContain("AGENT_OIDC_ISSUER");
  expect(faultsOf({ ...desk, ...openId }).map(({ name }) => name)).toEqual(["AGENTS"]);
});

test("refuses an incomplete OpenID provider, in demo mode too", () => {
  const { AGENT_OIDC_CLIENT_SECRET: _, ...half } = openId;
  for (const mode of [production, {}])
    expect(faultsOf({ ...mode, ...half, SERVICE_CREDENTIALS: secret("s") })).toEqual([
      { name: "AGENT_OIDC_CLIENT_SECRET", reason: expect.stringContaining("missing") },
    ]);
});

test("P-22 demo mode reads agents with their secrets", () => {
  const AGENTS = `amelie=${secret("a")},bo.2=${secret("b")}=`;
  expect(settingsOf({ AGENTS }).agents).toEqual({ amelie: secret("a"), "bo.2": `${secret("b")}=` });
});

test.each([
  ["without an id", secret("a")],
  ["by an address", `amelie@courrier.example=${secret("a")}`],
  ["with a short secret", "amelie=k8Jd02"],
])("P-22 refuses an agent %s without repeating it", (_what, AGENTS) => {
  const faults = faultsOf({ SERVICE_CREDENTIALS: secret("s"), AGENTS });
  expect(faults.map(({ name }) => name)).toEqual(["AGENTS"]);
  expect(JSON.stringify(faults)).not.toContain(AGENTS);
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

test.each<[Record<string, string>, name: string, reason: string]>([
  [{ POLICY_DIRECTORY_URLS: "https://one.example" }, "POLICY_DIRECTORY_URLS", "name=https://"],
  [{ POLICY_DIRECTORY_URLS: "belair=ftp://one.example" }, "POLICY_DIRECTORY_URLS", "begins with http"],
  [
    { POLICY_DIRECTORY_URLS: "belair=https://one.example,intact=http://two.example" },
    "POLICY_DIRECTORY_URLS",
    "without TLS",
  ],
  [{ USER_REGISTRY_URLS: "staff=http://registry.example/scim/v2" }, "USER_REGISTRY_URLS", "without TLS"],
  [{ USER_REGISTRY_KEY_FILE: "key.pem" }, "USER_REGISTRY_CERT_FILE", "is missing"],
  [{ POLICY_DIRECTORY_CERT_FILE: "cert.pem" }, "POLICY_DIRECTORY_KEY_FILE", "is missing"],
  [{ POLICY_DIRECTORY_KEY_FILE: "key.pem" }, "POLICY_DIRECTORY_CERT_FILE", "is missing"],
])("refuses policy directories and user registries as %j", (environment, name, reason) => {
  expect(faultsOf(environment)).toEqual([{ name, reason: expect.stringContaining(reason) }]);
});
