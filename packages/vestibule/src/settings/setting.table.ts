import { defaultBrandId } from "@vestibule/catalogue/brand.table.ts";

/** How a setting's text is parsed. */
export type SettingKind =
  | "port"
  | "host"
  | "wholeNumber"
  | "folder"
  | "file"
  | "brandId"
  | "postgresUrl"
  | "smtpUrl"
  | "httpUrl"
  | "networks"
  | "secrets"
  | "keyPair"
  | "apiKeys"
  | "agents"
  | "text"
  | "choice";

export interface SettingRow {
  kind: SettingKind;
  group: "Mode" | "Server" | "Data" | "Brands" | "Secrets" | "Connections" | "Demo mode" | "Limits and log";
  /** One or two sentences for operators. */
  about: string;
  /** Default by mode; absent: none. */
  default?: { demo?: string; production?: string };
  /** Parts of the server that require it in production. */
  neededInProduction?: readonly ("api" | "web")[];
  /** Never printed. */
  secret?: true;
  /** Smallest and largest whole number. */
  range?: readonly [number, number];
  /** Allowed values. They are compared exactly: case and spaces count. */
  choices?: readonly string[];
}

const both = (value: string) => ({ demo: value, production: value });
const keyPair = (purpose: string, neededInProduction: SettingRow["neededInProduction"] = ["api"]): SettingRow => ({
  kind: "keyPair",
  group: "Secrets",
  about: `${purpose} \`newest[,older]\`: the newest signs, both verify. 32 characters or more, equal to no other secret. Demo mode makes one and keeps it under DATA_DIR.`,
  neededInProduction,
  secret: true,
});

/** Every setting of the environment, as used by the configuration page, `vestibule doctor` and startup. */
export const settingRows = {
  NODE_ENV: {
    kind: "choice",
    group: "Mode",
    about:
      "`production`, and only exactly that, means production. Unset, `development` and `test` mean demo mode; any other value is refused.",
    choices: ["production", "development", "test"],
    neededInProduction: ["api", "web"],
  },
  DEMO: {
    kind: "choice",
    group: "Mode",
    about:
      "`1` allows demo mode over a DATABASE_URL (or, for the web alone, an API_URL) of your own. Refused with `NODE_ENV=production`, and for good on a database that production has opened.",
    choices: ["1"],
  },
  PORT: {
    kind: "port",
    group: "Server",
    about: "Port to listen on; 0 takes a free one and prints it.",
    default: both("3000"),
  },
  HOST: {
    kind: "host",
    group: "Server",
    about: "Address to listen on. Unset: every address of the machine.",
  },
  INTERNAL_PORT: {
    kind: "port",
    group: "Server",
    about:
      "A port of its own for `/internal` and `/agent`: they answer there and are not found on PORT. Everything else answers on both. Unset: all on PORT.",
  },
  TRUSTED_PROXIES: {
    kind: "networks",
    group: "Server",
    about:
      "Addresses or networks (CIDR) of the proxies in front, comma-separated. Only from them are `X-Forwarded-For` and `-Proto` believed.",
    default: both(""),
  },
  TRUST_FORWARDED_HOST: {
    kind: "choice",
    group: "Server",
    about:
      "`1` believes `X-Forwarded-Host` from TRUSTED_PROXIES, for proxies that set it themselves and for the API’s host of `--only web`. Unset: the `Host` header alone counts, since many proxies pass on whatever the browser sent.",
    choices: ["1"],
  },
  API_URL: {
    kind: "httpUrl",
    group: "Server",
    about: "Where the API runs, for `vestibule serve --only web`. Unset: in the same process.",
  },
  DATABASE_URL: {
    kind: "postgresUrl",
    group: "Data",
    about:
      "PostgreSQL 15 or later, with `sslmode=verify-full` on another machine. Unset in demo mode: an embedded PostgreSQL under DATA_DIR. Demo mode takes one of your own only with `DEMO=1`.",
    neededInProduction: ["api"],
    secret: true,
  },
  MIGRATION_DATABASE_URL: {
    kind: "postgresUrl",
    group: "Data",
    about:
      "The database of DATABASE_URL as the role that owns its tables. A start and `vestibule migrate` change tables with it and give the role of DATABASE_URL what it needs, so that the service cannot rewrite its audit trail. Unset: DATABASE_URL for both.",
    secret: true,
  },
  DATABASE_POOL_SIZE: {
    kind: "wholeNumber",
    group: "Data",
    about: "Connections of this server to PostgreSQL, at the most.",
    default: both("20"),
    range: [2, 500],
  },
  DATA_DIR: {
    kind: "folder",
    group: "Data",
    about:
      "Folder of the embedded PostgreSQL and of the secrets that demo mode makes. `memory:` takes a temporary one, deleted at the end.",
    default: both(".data"),
  },
  DEFAULT_BRAND: {
    kind: "brandId",
    group: "Brands",
    about: "Brand of a host that no brand lists. Production answers such a host 421, except on this machine itself.",
    default: both(defaultBrandId),
  },
  BRANDS_DIR: {
    kind: "folder",
    group: "Brands",
    about: "Folder with more brand folders; one with the name of a built-in brand takes its place.",
  },
  API_KEYS: {
    kind: "apiKeys",
    group: "Brands",
    about: "Public client ids of the brands, as `brand=key`, comma-separated. A brand without one uses its id.",
    default: both(""),
  },
  TOKEN_SECRETS: keyPair("Signs registration sessions."),
  HASH_SECRETS: keyPair("Keyed hash of codes, tickets and session ids."),
  LOOKUP_SECRETS: keyPair("Keyed hash of identities and addresses in limits and logs."),
  COOKIE_SECRETS: keyPair("Encrypts cookies.", ["api", "web"]),
  AUDIT_SECRETS: keyPair("Keyed hash of the audit trail."),
  SERVICE_CREDENTIALS: {
    kind: "secrets",
    group: "Secrets",
    about:
      "Bearer secrets of the insurer’s own systems for `/internal`, comma-separated, 32 characters or more each. Unset: demo mode makes one and prints it; production closes `/internal`.",
    secret: true,
  },
  AGENTS: {
    kind: "agents",
    group: "Secrets",
    about:
      "Agents of demo mode who may open the page `/agent`, as `id=secret`, comma-separated, 32 characters or more each; what they do is kept under their id. Name two or more: a link to an e-mail that is not on file needs a second agent. Unset: demo mode makes `agent` and `agent-2` and prints their secrets. Production refuses it: agents sign in at AGENT_OIDC_ISSUER.",
    secret: true,
  },
  AGENT_OIDC_ISSUER: {
    kind: "httpUrl",
    group: "Connections",
    about:
      "Issuer of the OpenID provider where agents sign in to the page `/agent`. Set this and the next two where the API runs; the page needs SERVICE_CREDENTIALS. Unset: production has no such page.",
  },
  AGENT_OIDC_CLIENT_ID: {
    kind: "text",
    group: "Connections",
    about: "Client id of the portal at AGENT_OIDC_ISSUER.",
  },
  AGENT_OIDC_CLIENT_SECRET: {
    kind: "text",
    group: "Connections",
    about: "Client secret of the portal at AGENT_OIDC_ISSUER.",
    secret: true,
  },
  AGENT_OIDC_ID_CLAIM: {
    kind: "text",
    group: "Connections",
    about:
      "Claim of the ID token that names the agent in the audit trail: up to 64 letters, digits, dots, hyphens and underscores. An e-mail is refused.",
    default: both("sub"),
  },
  AGENT_OIDC_ROLE_CLAIM: {
    kind: "text",
    group: "Connections",
    about: "Claim of the ID token with the agent’s roles: one text or a list of them.",
    default: both("roles"),
  },
  AGENT_OIDC_READ_ROLE: {
    kind: "text",
    group: "Connections",
    about: "Role that lets an agent read cases.",
    default: both("vestibule-read"),
  },
  AGENT_OIDC_ACT_ROLE: {
    kind: "text",
    group: "Connections",
    about: "Role that lets an agent also lift limits, and order and approve links.",
    default: both("vestibule-act"),
  },
  SMTP_URL: {
    kind: "smtpUrl",
    group: "Connections",
    about: "Mail server, such as `smtps://user:password@mail.example:465`. Unset in demo mode: the outbox.",
    secret: true,
  },
  SMS_URL: {
    kind: "httpUrl",
    group: "Connections",
    about:
      "Address of the HTTP provider of text messages, `https://` unless it is in your own network. Unset in demo mode: the outbox; in production: none is offered.",
    secret: true,
  },
  DEMO_BOOK: {
    kind: "file",
    group: "Demo mode",
    about: "CSV file that replaces the sample book of business.",
  },
  DEMO_ACCOUNTS: {
    kind: "file",
    group: "Demo mode",
    about: "CSV file that replaces the sample accounts.",
  },
  ADDRESS_LIMIT_FACTOR: {
    kind: "wholeNumber",
    group: "Limits and log",
    about: "Limits by client IP are this many times wider.",
    default: { demo: "100", production: "1" },
    range: [1, 1000],
  },
  LOG_LEVEL: {
    kind: "choice",
    group: "Limits and log",
    about: "Lowest level that is written to standard output: info, warn, error or silent.",
    default: { demo: "warn", production: "info" },
    choices: ["info", "warn", "error", "silent"],
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settingRows;
export const settingNames = Object.keys(settingRows) as SettingName[];
