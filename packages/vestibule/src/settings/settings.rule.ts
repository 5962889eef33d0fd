import type { OpenIdConnectSettings } from "@vestibule/api/agents/openid-connect.adapter.ts";
import { isOneOf, recordOf } from "@vestibule/catalogue/ids-of.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type { z } from "zod";
import { providerConflicts, providersOf, providerWarnings } from "./provider-settings.rule.ts";
import { equalSecrets } from "./secret.rule.ts";
import type { Mode } from "./setting-description.ts";
import { listOf, splitPair } from "./setting-value.schema.ts";
import { defaultOf, type SettingName, settingInfo, settingNames, settingsSchema } from "./settings.schema.ts";
import { misspeltSettings, nearestChoice } from "./spelling.rule.ts";
import { checkTransport } from "./transport.rule.ts";

/** `brands`: no server, and nothing but the settings of brands. */
export type ServerPart = "all" | "api" | "web" | "gateway" | "brands";

/** Something that does not stop a start. */
export interface SettingWarning {
  name: string;
  reason: OperatorText;
}

export interface SettingError {
  name: string;
  reason: string;
}

/** Paths of PEM files. */
export interface TlsFiles {
  certificate: string | undefined;
  key: string | undefined;
  authority: string | undefined;
}

/** All settings, parsed once from the environment. */
export type Settings = ReturnType<typeof settingsOf> & {
  /** Faults that startup prints without stopping. */
  warnings: readonly SettingWarning[];
  sources: Readonly<Record<SettingName, "environment" | "default" | "none">>;
};

export type ReadSettings =
  | { kind: "read"; settings: Settings }
  | { kind: "invalid"; errors: SettingError[]; warnings: SettingWarning[] };

/** Text of a setting; undefined where it is unset or blank. */
type TextOf = (name: SettingName) => string | undefined;

/** Parses the environment and returns all errors at once. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  part: ServerPart = "all",
): ReadSettings {
  const mode = modeOf(environment.NODE_ENV);
  const textOf: TextOf = (name) => (environment[name]?.trim() ? environment[name] : undefined);
  const texts = settingNames.map((name) => [name, textOf(name) ?? defaultOf(name, mode)]);
  const parsed = settingsSchema.safeParse(Object.fromEntries(texts));

  const errors: SettingError[] = [];
  const warnings: SettingWarning[] = misspeltSettings(environment, settingNames).map(({ name, nearest }) => ({
    name,
    reason: operatorText("warning.misspelt", { nearest }),
  }));
  if (textOf("TRUST_FORWARDED_HOST") && !textOf("TRUSTED_PROXIES"))
    warnings.push({ name: "TRUST_FORWARDED_HOST", reason: operatorText("warning.noProxy") });
  warnings.push(...providerWarnings(textOf));
  for (const name of settingNames) {
    const issue = parsed.error?.issues.find(({ path }) => path[0] === name);
    const text = textOf(name);
    const reason = issue?.message ?? (text === undefined ? missingReason(name, { mode, part }) : undefined);
    const transport = text ? checkTransport(settingInfo(name).transport, text, environment) : undefined;
    if (reason !== undefined) errors.push({ name, reason });
    else if (transport?.kind === "refused") errors.push({ name, reason: transport.reason });
    else if (transport) warnings.push({ name, reason: transport.reason });
  }
  errors.push(...sharedSecrets(textOf), ...conflicts(textOf, { mode, part }));
  if (!parsed.success || errors.length > 0) return { kind: "invalid", errors: errors, warnings };

  const sourceOf = (name: SettingName) => {
    if (textOf(name)) return "environment";
    return defaultOf(name, mode) ? "default" : "none";
  };
  const sources = recordOf(settingNames, sourceOf);
  return { kind: "read", settings: { ...settingsOf(parsed.data, mode), warnings, sources } };
}

/** Guesses the mode from an invalid NODE_ENV, to report the other errors for the mode that was probably meant. */
function modeOf(nodeEnv = ""): Mode {
  return nearestChoice(nodeEnv, settingsSchema.shape.NODE_ENV.unwrap().options) === "production"
    ? "production"
    : "demo";
}

function missingReason(name: SettingName, { mode, part }: { mode: Mode; part: ServerPart }): string | undefined {
  const { neededInProduction = [] } = settingInfo(name);
  if (part === "brands") return undefined;
  const host = part === "web" ? "web" : "api";
  const isNeeded = part === "all" ? neededInProduction.length > 0 : neededInProduction.includes(host);
  if (mode !== "production" || !isNeeded) return undefined;
  return name.endsWith("_SECRETS") ? "is missing (a secret of 32 characters or more)" : "is missing";
}

/** Lists of secrets with a name each, which belong to other systems. */
const namedSecrets = ["AGENTS", "OIDC_CLIENT_SECRETS", "WEBHOOK_SECRETS"] as const;
const secretNames = settingNames.filter((name) => name.endsWith("_SECRETS") && !isOneOf(namedSecrets, name));

function sharedSecrets(textOf: TextOf): SettingError[] {
  const lists = [...secretNames, "SERVICE_CREDENTIALS" as const].map((name) => [name, listOf(textOf(name))] as const);
  const named = namedSecrets.map((name) => [name, listOf(textOf(name)).map((item) => splitPair(item)[1])] as const);
  return equalSecrets(Object.fromEntries([...lists, ...named]));
}

const openIdNames = ["AGENT_OIDC_ISSUER", "AGENT_OIDC_CLIENT_ID", "AGENT_OIDC_CLIENT_SECRET"] as const;

/** Client certificates and their keys. */
const tlsPairs = [
  ["POLICY_DIRECTORY_CERT_FILE", "POLICY_DIRECTORY_KEY_FILE"],
  ["USER_REGISTRY_CERT_FILE", "USER_REGISTRY_KEY_FILE"],
] as const;

/** Whether both name one port; 0 is a free one each time. */
const isEqualPort = (one: string | undefined, other: string | undefined) =>
  Number(one) > 0 && Number(one) === Number(other);

/** Reports settings that are valid alone but not together. */
function conflicts(textOf: TextOf, { mode, part }: { mode: Mode; part: ServerPart }): SettingError[] {
  const has = (name: SettingName) => textOf(name) !== undefined;
  const ownSystem = part === "web" ? "API_URL" : "DATABASE_URL";
  const isProduction = mode === "production";
  const hasAgentSecrets = isProduction && has("AGENTS");
  const hasOpenId = openIdNames.some(has);
  const isCredentialMissing = isProduction && hasOpenId && listOf(textOf("SERVICE_CREDENTIALS")).length === 0;
  const all: (SettingError & { if: boolean })[] = [
    {
      if: part === "web" && !has("API_URL"),
      name: "API_URL",
      reason: "is missing (a server with --only web needs the API of another)",
    },
    {
      if: !isProduction && !has("DEMO") && has(ownSystem),
      name: ownSystem,
      reason: "is set, but NODE_ENV is not production: demo mode with your own database or API needs DEMO=1",
    },
    {
      if: isEqualPort(textOf("INTERNAL_PORT"), textOf("PORT") ?? defaultOf("PORT", mode)),
      name: "INTERNAL_PORT",
      reason: "is the same as PORT",
    },
    { if: isProduction && has("DEMO"), name: "DEMO", reason: "is set with NODE_ENV=production: choose one of the two" },
    {
      if: isProduction && has("SECOND_FACTOR"),
      name: "SECOND_FACTOR",
      reason: "is for demo mode: in production each brand decides",
    },
    {
      if: !isProduction && has("MIGRATION_DATABASE_URL") && !has("DATABASE_URL"),
      name: "DATABASE_URL",
      reason: "is missing (MIGRATION_DATABASE_URL is set)",
    },
    {
      if: hasAgentSecrets,
      name: "AGENTS",
      reason: "is for demo mode: in production agents log in at AGENT_OIDC_ISSUER",
    },
    ...openIdNames.map((name) => ({
      if: (hasAgentSecrets || hasOpenId) && !has(name),
      name,
      reason: "is missing (agents log in by OpenID Connect)",
    })),
    ...[...tlsPairs, ...tlsPairs.map(([one, other]) => [other, one] as const)].map(([name, other]) => ({
      if: !has(name) && has(other),
      name,
      reason: `is missing (${other} is set)`,
    })),
    ...providerConflicts(textOf),
    {
      if: isCredentialMissing,
      name: "SERVICE_CREDENTIALS",
      reason: "is missing (the pages of agents and of the team call the API with it)",
    },
  ];
  return all.filter((row) => row.if).map(({ name, reason }) => ({ name, reason }));
}

type Values = z.output<typeof settingsSchema>;

function settingsOf(values: Values, mode: Mode) {
  const { DATA_DIR: dataDir } = values;
  return {
    mode,
    port: values.PORT,
    internalPort: values.INTERNAL_PORT,
    /** Demo mode shows personal messages and codes to everybody who reaches it. */
    host: values.HOST ?? (mode === "demo" ? "127.0.0.1" : undefined),
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    trustForwardedHost: values.TRUST_FORWARDED_HOST === "1",
    apiUrl: values.API_URL,
    databaseUrl: values.DATABASE_URL,
    /** URL with the role that owns the tables; undefined where there is one role. */
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    dataDir: dataDir === "memory:" ? ({ kind: "temporary" } as const) : ({ kind: "kept", path: dataDir } as const),
    defaultBrand: values.DEFAULT_BRAND,
    /** Ids of the brands that exist; undefined: all of the folders. */
    brands: values.BRANDS,
    brandsDir: values.BRANDS_DIR,
    oidcClientsDir: values.OIDC_CLIENTS_DIR,
    apiKeys: values.API_KEYS ?? {},
    gatewayOrigins: values.GATEWAY_ORIGINS ?? {},
    /** By purpose, newest first; empty where demo mode has to generate one. */
    secrets: {
      token: values.TOKEN_SECRETS ?? [],
      hash: values.HASH_SECRETS ?? [],
      lookup: values.LOOKUP_SECRETS ?? [],
      cookie: values.COOKIE_SECRETS ?? [],
      audit: values.AUDIT_SECRETS ?? [],
    },
    serviceCredentials: values.SERVICE_CREDENTIALS ?? [],
    /** Secrets of the brands' applications, by `brand/client`. */
    oidcClientSecrets: values.OIDC_CLIENT_SECRETS ?? {},
    webhooksFile: values.WEBHOOKS_FILE,
    /** Names of webhooks with their secrets, the newest of a name first. */
    webhookSecrets: values.WEBHOOK_SECRETS ?? [],
    /** Secrets of the call centre's agents by id; demo mode only. */
    agents: values.AGENTS ?? {},
    agentOpenId: agentOpenId(values),
    caFile: values.CA_FILE,
    ...providersOf(values),
    policyDirectories: values.POLICY_DIRECTORY_URLS ?? {},
    policyDirectoryTls: tlsFilesOf(values, "POLICY_DIRECTORY"),
    userRegistries: values.USER_REGISTRY_URLS ?? {},
    userRegistryTls: tlsFilesOf(values, "USER_REGISTRY"),
    demoBook: values.DEMO_BOOK,
    demoAccounts: values.DEMO_ACCOUNTS,
    /** Replaces the brands' own choice; demo mode only. */
    secondFactor: values.SECOND_FACTOR,
    clientIpLimitFactor: values.CLIENT_IP_LIMIT_FACTOR,
    logLevel: values.LOG_LEVEL,
    /** Undefined: no traces. */
    traces:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : { sampleRatio: values.OTEL_TRACES_SAMPLER_ARG },
  };
}

const tlsFilesOf = (values: Values, system: "POLICY_DIRECTORY" | "USER_REGISTRY"): TlsFiles => ({
  certificate: values[`${system}_CERT_FILE`],
  key: values[`${system}_KEY_FILE`],
  authority: values[`${system}_CA_FILE`],
});

/** The OpenID provider of agents and of the digital team; undefined: they sign in with their secrets. */
function agentOpenId(values: Values): OpenIdConnectSettings | undefined {
  const { AGENT_OIDC_ISSUER: issuer, AGENT_OIDC_CLIENT_ID: clientId, AGENT_OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    idClaim: values.AGENT_OIDC_ID_CLAIM,
    roleClaim: values.AGENT_OIDC_ROLE_CLAIM,
    roles: {
      read: values.AGENT_OIDC_READ_ROLE,
      act: values.AGENT_OIDC_ACT_ROLE,
      look: values.AGENT_OIDC_LOOK_ROLE,
      edit: values.AGENT_OIDC_EDIT_ROLE,
      publish: values.AGENT_OIDC_PUBLISH_ROLE,
      operate: values.AGENT_OIDC_OPERATE_ROLE,
    },
  };
}
