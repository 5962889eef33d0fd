import { secondFactorTimes } from "@vestibule/catalogue/second-factor.table.ts";
import { z } from "zod";
import { messageSettings } from "./message-setting.table.ts";
import { type SettingInfo, setting } from "./setting-description.ts";
import * as value from "./setting-value.schema.ts";

const keyPairSetting = (purpose: string, neededInProduction: SettingInfo["neededInProduction"] = ["api"]) =>
  setting(
    value.keyPair,
    `${purpose} \`newest[,older]\`: the first signs, both verify. 32 characters or more, equal to no other secret. Demo mode generates one and stores it under DATA_DIR.`,
    { neededInProduction, secret: true },
  );

/** Every setting of the environment by group, as used by startup, the configuration page and `vestibule doctor`. */
export const groupsOfSettings = {
  Mode: z.object({
    NODE_ENV: setting(
      value.choice(["production", "development", "test"]),
      "`production`, and only exactly that, means production. Unset, `development` and `test` mean demo mode; any other value is rejected.",
      { neededInProduction: ["api", "web"] },
    ),
    DEMO: setting(
      value.choice(["1"]),
      "`1` allows demo mode over your DATABASE_URL (or, for the web alone, your API_URL). Rejected with `NODE_ENV=production`, and always on a database that production has opened.",
    ),
  }),
  Server: z.object({
    PORT: setting(value.port, "Port to listen on; 0 chooses a free one and prints it.", { default: "3000" }),
    HOST: setting(
      value.host,
      "IP address or host name to listen on, such as `0.0.0.0`. Unset: every IP address of the machine, in demo mode this machine alone (`127.0.0.1`).",
    ),
    INTERNAL_PORT: setting(
      value.port,
      "Separate port for `/internal`, `/agent` and `/team`, which then return 404 on PORT. Everything else is served on both. Unset: everything on PORT.",
    ),
    TRUSTED_PROXIES: setting(
      value.networks,
      "IP addresses or networks (CIDR) of the proxies in front, comma-separated. `X-Forwarded-For` and `-Proto` are trusted only from them.",
    ),
    TRUST_FORWARDED_HOST: setting(
      value.choice(["1"]),
      "`1` trusts `X-Forwarded-Host` from TRUSTED_PROXIES, for proxies that set it themselves and for the API’s host of `--only web`. Unset: the `Host` header alone counts, since many proxies pass on whatever the browser sent.",
    ),
    API_URL: setting(
      value.url("http", "https"),
      "URL of the API, for `vestibule serve --only web`. Unset: the API runs in the same process.",
      { transport: "http" },
    ),
  }),
  Data: z.object({
    DATABASE_URL: setting(
      value.url("postgres", "postgresql"),
      "PostgreSQL 15 or later, with `sslmode=verify-full` on another machine. Several hosts (`…@one:5432,two:5432/…`): the one that accepts writes. `pgbouncer=true`: through a pooler in transaction mode. Unset in demo mode: an embedded PostgreSQL under DATA_DIR. Demo mode uses your own database only with `DEMO=1`.",
      { neededInProduction: ["api"], secret: true, transport: "postgres" },
    ),
    MIGRATION_DATABASE_URL: setting(
      value.url("postgres", "postgresql"),
      "The database of DATABASE_URL as the role that owns its tables. A start and `vestibule migrate` change tables with it and give the role of DATABASE_URL what it needs, so that the service cannot rewrite its audit trail. Unset: DATABASE_URL for both.",
      { secret: true, transport: "postgres" },
    ),
    DATABASE_POOL_SIZE: setting(
      value.wholeNumber(2, 500),
      "Maximum number of connections of this server to PostgreSQL.",
      {
        default: "20",
      },
    ),
    DATA_DIR: setting(
      value.path,
      "Folder of the embedded PostgreSQL and of the secrets that demo mode generates. `memory:` uses a temporary one, deleted at the end.",
      { default: ".data" },
    ),
  }),
  Brands: z.object({
    DEFAULT_BRAND: setting(
      value.brandId,
      "Brand of a host that no brand lists. Production answers such a host 421, except on this machine itself. Unset: the first brand.",
    ),
    BRANDS: setting(
      value.brandIds,
      "Brands that exist, by id or alias, comma-separated: sample brands and those of BRANDS_DIR. Unset: demo mode has all of them; production has those of BRANDS_DIR alone and, without that folder, DEFAULT_BRAND.",
    ),
    BRANDS_DIR: setting(
      value.path,
      "Folder with more brand folders; one with the name of a built-in brand replaces it.",
    ),
    OIDC_CLIENTS_DIR: setting(
      value.path,
      "Folder with more applications that log people in by OpenID Connect: a folder for each brand, such as `belair`, with a file for each application. Set it for API and web.",
    ),
    API_KEYS: setting(
      value.apiKeys,
      "Public client ids of the brands, as `brand=key`, comma-separated. A brand without one uses its id.",
    ),
    GATEWAY_ORIGINS: setting(
      value.urlsByName,
      "Origins of outside gateways, as `brand=https://signon.example`, comma-separated. Replaces the one in the brand's folder, so that one folder serves every environment.",
    ),
  }),
  Secrets: z.object({
    TOKEN_SECRETS: keyPairSetting("Signs registration sessions."),
    HASH_SECRETS: keyPairSetting("Keyed hash of codes, tickets and session ids."),
    LOOKUP_SECRETS: keyPairSetting("Keyed hash of identities, emails and client IPs in limits and logs."),
    COOKIE_SECRETS: keyPairSetting("Encrypts cookies.", ["api", "web"]),
    AUDIT_SECRETS: keyPairSetting("Keyed hash of the audit trail."),
    SERVICE_CREDENTIALS: setting(
      value.secrets,
      "Bearer secrets of the insurer’s own systems for `/internal`, comma-separated, 32 characters or more each. Unset: demo mode generates one and prints it; production closes `/internal`.",
      { secret: true },
    ),
    OIDC_CLIENT_SECRETS: setting(
      value.clientSecrets,
      "Secrets of the applications that log people in by OpenID Connect, as `brand/client=secret`, comma-separated, 32 characters or more each. A confidential application needs one.",
      { secret: true },
    ),
    WEBHOOK_SECRETS: setting(
      value.webhookSecrets,
      "Secrets that sign the events for the webhooks of WEBHOOKS_FILE, as `name=whsec_…`, comma-separated. A name twice, the newest first, signs with both, so that a receiver can replace its own.",
      { secret: true },
    ),
    AGENTS: setting(
      value.agents,
      "Agents of demo mode who may open the page `/agent`, as `id=secret`, comma-separated, 32 characters or more each; what they do is recorded under their id. Name two or more: a link to an email that is not on file needs a second agent. Unset: demo mode creates `agent` and `agent-2` and prints their secrets. The five of the digital team (`team-look`, `team-edit`, `team-publish`, `team-operate`, `team-operate-2`) are created in any case. Production rejects it: agents log in at AGENT_OIDC_ISSUER.",
      { secret: true },
    ),
  }),
  Connections: z.object({
    CA_FILE: setting(
      value.path,
      "Certificates of your authorities (PEM), in addition to the public ones, for every outgoing connection: mail, text messages, policy directories, user registries, logout tokens to applications, the agents’ provider, traces and the database. A `_CA_FILE` or `sslrootcert` of one connection replaces it there.",
    ),
    AGENT_OIDC_ISSUER: setting(
      value.url("http", "https"),
      "Issuer of the OpenID provider where agents log in to the page `/agent` and the digital team to `/team`. Set this and the next two where the API runs; the pages need SERVICE_CREDENTIALS. Unset: production has no such pages.",
      { transport: "http" },
    ),
    AGENT_OIDC_CLIENT_ID: setting(value.text, "Client id of the portal at AGENT_OIDC_ISSUER."),
    AGENT_OIDC_CLIENT_SECRET: setting(value.text, "Client secret of the portal at AGENT_OIDC_ISSUER.", {
      secret: true,
    }),
    AGENT_OIDC_ID_CLAIM: setting(
      value.text,
      "Claim of the ID token that names the agent in the audit trail: up to 64 letters, digits, dots, hyphens and underscores. An email is refused.",
      { default: "sub" },
    ),
    AGENT_OIDC_ROLE_CLAIM: setting(
      value.text,
      "Claim of the ID token with the agent’s roles: one text or a list of them.",
      { default: "roles" },
    ),
    AGENT_OIDC_READ_ROLE: setting(value.text, "Role that lets an agent read cases.", { default: "vestibule-read" }),
    AGENT_OIDC_ACT_ROLE: setting(
      value.text,
      "Role that lets an agent also lift limits, order and approve links, and export and erase people over the API.",
      {
        default: "vestibule-act",
      },
    ),
    AGENT_OIDC_LOOK_ROLE: setting(value.text, "Role that shows the digital team what happens, in numbers.", {
      default: "vestibule-look",
    }),
    AGENT_OIDC_EDIT_ROLE: setting(value.text, "Role to draft changes of a brand.", { default: "vestibule-edit" }),
    AGENT_OIDC_PUBLISH_ROLE: setting(value.text, "Role to approve and publish the drafts of others.", {
      default: "vestibule-publish",
    }),
    AGENT_OIDC_OPERATE_ROLE: setting(
      value.text,
      "Role to run the portal: maintenance, letters, people, the audit trail and its state.",
      {
        default: "vestibule-operate",
      },
    ),
    WEBHOOKS_FILE: setting(
      value.path,
      "File (JSON) of the systems that are called when something happens. Set it where the API runs. Unset: none.",
    ),
    ...messageSettings,
    POLICY_DIRECTORY_URLS: setting(
      value.urlsByName,
      "Policy directories of the insurer, as `company=https://TOKEN@host/path`, comma-separated; the part before `@` becomes the bearer token. A company without one is in the imported book.",
      { secret: true, transport: "httpByName" },
    ),
    POLICY_DIRECTORY_CERT_FILE: setting(
      value.path,
      "Client certificate for the policy directories (PEM), with POLICY_DIRECTORY_KEY_FILE.",
    ),
    POLICY_DIRECTORY_KEY_FILE: setting(value.path, "Private key of POLICY_DIRECTORY_CERT_FILE (PEM)."),
    POLICY_DIRECTORY_CA_FILE: setting(
      value.path,
      "CA certificates of the policy directories (PEM), instead of the public ones.",
    ),
    USER_REGISTRY_URLS: setting(
      value.urlsByName,
      "User registries by SCIM 2.0, as `name=https://TOKEN@host/scim/v2`, comma-separated; the part before `@` becomes the bearer token. A brand names its own in `gateway.registry`.",
      { secret: true, transport: "httpByName" },
    ),
    USER_REGISTRY_CERT_FILE: setting(
      value.path,
      "Client certificate for the user registries (PEM), with USER_REGISTRY_KEY_FILE.",
    ),
    USER_REGISTRY_KEY_FILE: setting(value.path, "Private key of USER_REGISTRY_CERT_FILE (PEM)."),
    USER_REGISTRY_CA_FILE: setting(
      value.path,
      "CA certificates of the user registries (PEM), instead of the public ones.",
    ),
  }),
  "Demo mode": z.object({
    DEMO_BOOK: setting(value.path, "CSV file that replaces the sample book of business."),
    DEMO_ACCOUNTS: setting(value.path, "CSV file that replaces the sample accounts."),
    SECOND_FACTOR: setting(
      value.choice(secondFactorTimes),
      "When every brand asks for a second proof at login, instead of what its folder says: for tests and load. Production rejects it.",
    ),
  }),
  Traces: z.object({
    OTEL_EXPORTER_OTLP_ENDPOINT: setting(
      value.url("http", "https"),
      "URL of an OpenTelemetry collector that takes OTLP by HTTP, such as `http://collector.internal:4318`. The library reads its other variables too, such as `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES`. Unset: no traces.",
      { transport: "http" },
    ),
    OTEL_TRACES_SAMPLER_ARG: setting(
      value.ratio,
      "Share of the traces that are kept, from 0 to 1; where a trusted proxy began the trace, its decision counts.",
      { default: "1" },
    ),
  }),
  "Limits and log": z.object({
    CLIENT_IP_LIMIT_FACTOR: setting(value.wholeNumber(1, 1000), "Limits by client IP are this many times wider.", {
      default: { demo: "100", production: "1" },
    }),
    LOG_LEVEL: setting(
      value.choice(["info", "warn", "error", "silent"]),
      "Lowest level that is written to standard output: info, warn, error or silent.",
      { default: { demo: "warn", production: "info" } },
    ),
  }),
};
