import type { OpenIdConnectSettings } from "@vestibule/api/agents/openid-connect.adapter.ts";
import { equalSecrets } from "./secret.rule.ts";
import { type SettingName, type SettingRow, settingNames, settingRows } from "./setting.table.ts";
import { listOf, settingFault, splitPair } from "./setting-value.rule.ts";
import { misspeltSettings, nearestChoice } from "./spelling.rule.ts";
import { checkTransport } from "./transport.rule.ts";

export type Mode = "demo" | "production";
/** What one server runs: everything, or only the API, the web or the gateway. */
export type ServerPart = "all" | "api" | "web" | "gateway";
export type KeyPairName = "TOKEN_SECRETS" | "HASH_SECRETS" | "LOOKUP_SECRETS" | "COOKIE_SECRETS" | "AUDIT_SECRETS";

/** All settings, parsed once from the environment. */
export interface Settings {
  mode: Mode;
  port: number;
  internalPort: number | undefined;
  host: string | undefined;
  trustedProxies: readonly string[];
  trustForwardedHost: boolean;
  apiUrl: string | undefined;
  databaseUrl: string | undefined;
  /** URL with the role that owns the tables; undefined where there is one role. */
  migrationDatabaseUrl: string | undefined;
  databasePoolSize: number;
  dataDir: { kind: "kept"; path: string } | { kind: "temporary" };
  defaultBrand: string;
  brandsDir: string | undefined;
  apiKeys: Readonly<Record<string, string>>;
  /** Newest first; empty where demo mode has to generate one. */
  secrets: Readonly<Record<KeyPairName, readonly string[]>>;
  serviceCredentials: readonly string[];
  /** Secrets of the call centre's agents by id; demo mode only. */
  agents: Readonly<Record<string, string>>;
  /** The agents' OpenID provider; undefined: they sign in with their secrets. */
  agentOpenId: OpenIdConnectSettings | undefined;
  smtpUrl: string | undefined;
  smsUrl: string | undefined;
  demoBook: string | undefined;
  demoAccounts: string | undefined;
  addressLimitFactor: number;
  logLevel: "info" | "warn" | "error" | "silent";
  /** Faults that startup prints without stopping. */
  warnings: readonly SettingFault[];
  /** Source of each value. */
  sources: Readonly<Record<SettingName, "environment" | "default" | "none">>;
}

export interface SettingFault {
  name: string;
  reason: string;
}

export type ReadSettings =
  | { kind: "read"; settings: Settings }
  | { kind: "faulty"; faults: SettingFault[]; warnings: SettingFault[] };

/** Parses the environment and returns all faults at once. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  part: ServerPart = "all",
): ReadSettings {
  const mode = modeOf(environment.NODE_ENV);
  const given = (name: SettingName) => environment[name]?.trim() || undefined;
  const text = (name: SettingName) => given(name) ?? defaultOf(name, mode);
  const faults: SettingFault[] = [];
  const warnings = misspeltSettings(environment).map(({ name, nearest }) => ({
    name,
    reason: `is no setting: did you mean ${nearest}?`,
  }));
  for (const name of settingNames) {
    const row: SettingRow = settingRows[name];
    const value = given(name);
    const reason =
      value === undefined
        ? missing(row, { mode, part })
        : settingFault(row, row.kind === "choice" ? (environment[name] ?? value) : value);
    if (reason !== undefined) faults.push({ name, reason });
    else if (value !== undefined) {
      const transport = checkTransport(row.kind, value, environment);
      if (transport !== undefined)
        (transport.kind === "refused" ? faults : warnings).push({ name, reason: transport.reason });
    }
  }
  if (part === "web" && given("API_URL") === undefined) {
    faults.push({ name: "API_URL", reason: "is missing (the web alone needs an API)" });
  }
  const ownSystem = part === "web" ? "API_URL" : "DATABASE_URL";
  if (mode === "demo" && given("DEMO") === undefined && given(ownSystem) !== undefined) {
    const reason = "is set, but NODE_ENV is not production: demo mode over a system of your own needs DEMO=1";
    faults.push({ name: ownSystem, reason });
  }
  if (mode === "production" && given("DEMO") !== undefined)
    faults.push({ name: "DEMO", reason: "is set with NODE_ENV=production: choose one of the two" });
  if (given("MIGRATION_DATABASE_URL") !== undefined && given("DATABASE_URL") === undefined && mode === "demo") {
    faults.push({ name: "DATABASE_URL", reason: "is missing (MIGRATION_DATABASE_URL is set)" });
  }
  const list = (name: SettingName) => listOf(text(name) ?? "");
  const secrets = {
    TOKEN_SECRETS: list("TOKEN_SECRETS"),
    HASH_SECRETS: list("HASH_SECRETS"),
    LOOKUP_SECRETS: list("LOOKUP_SECRETS"),
    COOKIE_SECRETS: list("COOKIE_SECRETS"),
    AUDIT_SECRETS: list("AUDIT_SECRETS"),
  };
  const serviceCredentials = list("SERVICE_CREDENTIALS");
  const agents = Object.fromEntries(list("AGENTS").map(splitPair));
  faults.push(...equalSecrets({ ...secrets, SERVICE_CREDENTIALS: serviceCredentials, AGENTS: Object.values(agents) }));
  faults.push(...agentFaults({ mode, given, hasCredential: serviceCredentials.length > 0 }));
  if (faults.length > 0) return { kind: "faulty", faults, warnings };

  const sourceOf = (name: SettingName) => (given(name) !== undefined ? "environment" : text(name) ? "default" : "none");
  const internalPort = text("INTERNAL_PORT");
  const dataDir = text("DATA_DIR") ?? "";
  const settings: Settings = {
    mode,
    port: Number(text("PORT")),
    internalPort: internalPort === undefined ? undefined : Number(internalPort),
    host: text("HOST"),
    trustedProxies: list("TRUSTED_PROXIES"),
    trustForwardedHost: text("TRUST_FORWARDED_HOST") === "1",
    apiUrl: text("API_URL"),
    databaseUrl: text("DATABASE_URL"),
    migrationDatabaseUrl: text("MIGRATION_DATABASE_URL"),
    databasePoolSize: Number(text("DATABASE_POOL_SIZE")),
    dataDir: dataDir === "memory:" ? { kind: "temporary" } : { kind: "kept", path: dataDir },
    defaultBrand: text("DEFAULT_BRAND") ?? "",
    brandsDir: text("BRANDS_DIR"),
    apiKeys: Object.fromEntries(list("API_KEYS").map((item) => item.split("=", 2) as [string, string])),
    secrets,
    serviceCredentials,
    agents,
    agentOpenId: agentOpenId(text),
    smtpUrl: text("SMTP_URL"),
    smsUrl: text("SMS_URL"),
    demoBook: text("DEMO_BOOK"),
    demoAccounts: text("DEMO_ACCOUNTS"),
    addressLimitFactor: Number(text("ADDRESS_LIMIT_FACTOR")),
    logLevel: text("LOG_LEVEL") as Settings["logLevel"],
    warnings,
    sources: Object.fromEntries(settingNames.map((name) => [name, sourceOf(name)])) as Settings["sources"],
  };
  return { kind: "read", settings };
}

const openIdNames = ["AGENT_OIDC_ISSUER", "AGENT_OIDC_CLIENT_ID", "AGENT_OIDC_CLIENT_SECRET"] as const;

/** In production agents sign in only with the OpenID provider, and its settings must be complete. */
function agentFaults({
  mode,
  given,
  hasCredential,
}: {
  mode: Mode;
  given: (name: SettingName) => string | undefined;
  hasCredential: boolean;
}): SettingFault[] {
  const isSecret = mode === "production" && given("AGENTS") !== undefined;
  const isOpenId = openIdNames.some((name) => given(name) !== undefined);
  const missing = isSecret || isOpenId ? openIdNames.filter((name) => given(name) === undefined) : [];
  return [
    ...(isSecret
      ? [{ name: "AGENTS", reason: "is for demo mode: in production agents sign in at AGENT_OIDC_ISSUER" }]
      : []),
    ...missing.map((name) => ({ name, reason: "is missing (agents sign in by OpenID Connect)" })),
    ...(mode === "production" && isOpenId && !hasCredential
      ? [{ name: "SERVICE_CREDENTIALS", reason: "is missing (the agents' page asks the API by it)" }]
      : []),
  ];
}

function agentOpenId(text: (name: SettingName) => string | undefined): OpenIdConnectSettings | undefined {
  const [issuer, clientId, clientSecret] = openIdNames.map(text);
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    ...{ issuer, clientId, clientSecret },
    idClaim: text("AGENT_OIDC_ID_CLAIM") ?? "",
    roleClaim: text("AGENT_OIDC_ROLE_CLAIM") ?? "",
    roles: { read: text("AGENT_OIDC_READ_ROLE") ?? "", act: text("AGENT_OIDC_ACT_ROLE") ?? "" },
  };
}

/** An invalid NODE_ENV is refused in any case; the other faults are reported for the mode that was probably meant. */
function modeOf(nodeEnv: string | undefined): Mode {
  const { choices } = settingRows.NODE_ENV;
  const meant = nodeEnv?.trim() ? (nearestChoice(nodeEnv, choices) ?? "development") : "development";
  return meant === "production" ? "production" : "demo";
}

/** The secrets under the names from which keys are derived. */
export function keySecrets(secrets: Settings["secrets"]) {
  return {
    token: secrets.TOKEN_SECRETS,
    hash: secrets.HASH_SECRETS,
    lookup: secrets.LOOKUP_SECRETS,
    cookie: secrets.COOKIE_SECRETS,
    audit: secrets.AUDIT_SECRETS,
  };
}

function defaultOf(name: SettingName, mode: Mode): string | undefined {
  const row: SettingRow = settingRows[name];
  return row.default?.[mode] || undefined;
}

function missing(row: SettingRow, server: { mode: Mode; part: ServerPart }): string | undefined {
  const neededBy = row.neededInProduction ?? [];
  const needed = server.part === "all" ? neededBy.length > 0 : neededBy.includes(server.part === "web" ? "web" : "api");
  if (server.mode !== "production" || !needed) return undefined;
  return row.kind === "keyPair" ? "is missing (a secret of 32 characters or more)" : "is missing";
}
