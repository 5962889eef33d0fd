import type { LinkSource } from "@vestibule/catalogue/link.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { OidcClient } from "@vestibule/contract/brand/oidc-client.schema.ts";
import type { Finding } from "@vestibule/contract/internal/team-desk.endpoint.ts";
import type { Device } from "./accounts/device.rule.ts";
import type { RegistryPort } from "./accounts/registry.port.ts";
import type { AgentIdentityProvider } from "./agents/agent-identity.port.ts";
import type { AgentSecrets } from "./agents/agent-secret.rule.ts";
import type { Auditor } from "./audit/auditor.port.ts";
import type { BrandFilesPort } from "./brands/brand-files.port.ts";
import type { PolicyDirectory } from "./directory/policy-directory.port.ts";
import type { Limits } from "./limits/limit.port.ts";
import type { Notifier } from "./messages/notifier.port.ts";
import type { ProviderChannel } from "./messages/provider-apis.rule.ts";
import type { PasswordHashing } from "./passwords/password-hashing.port.ts";
import type { Clock } from "./platform/clock.adapter.ts";
import type { Db } from "./platform/database.table.ts";
import type { Keys } from "./platform/keys.port.ts";
import type { Log } from "./platform/log.port.ts";
import type { Random } from "./platform/random.adapter.ts";
import type { ServerMetrics } from "./platform/server-metrics.adapter.ts";

/** Dependencies of the API. Tests pass the real implementations with a test database. */
export interface ApiDeps {
  database: Db;
  brands: BrandBook;
  brandFiles: BrandFilesPort;
  clock: Clock;
  random: Random;
  keys: Keys;
  log: Log;
  notifier: Notifier;
  auditor: Auditor;
  hashing: PasswordHashing;
  directory: PolicyDirectory;
  /** The registry behind a brand's gateway; undefined where the gateway reads this product's accounts. */
  registryOf: (brandId: string) => RegistryPort | undefined;
  /** Applications that sign people in at a brand's portal on this origin. */
  oidcClients: (brand: Brand, origin: string) => readonly (OidcClient & { secret?: string | undefined })[];
  /** APIs for which these applications may ask for access tokens. */
  oidcResources: (brand: Brand, origin: string) => Brand["resources"];
  metrics: Pick<ServerMetrics, "describe" | "countLogout" | "countRefusedApplication" | "countBotSignal">;
  mode: "demo" | "production";
  /** Whether text messages can be delivered: false in production without an SMS provider. */
  canSendSms: boolean;
  /** Whether calls can be made: false in production without a provider of calls. */
  canCall: boolean;
  /** Providers whose receipts are accepted, with what proves them. */
  receiptSources: readonly { channel: ProviderChannel; api: string; secret: string }[];
  /** Configured origin of a brand's portal, for use outside a request; undefined when none is configured. */
  originOf: (brand: Brand) => string | undefined;
  /** Factor by which limits per client IP are widened (demo mode: 100). */
  clientIpLimitFactor: number;
  /** Bearer secrets of the insurer's own systems for /internal. */
  serviceCredentials: readonly string[];
  /** Agents and the digital team by id, with secret and roles, in demo mode only. */
  agents: AgentSecrets;
  /** Aborts when the server begins to stop; absent where it never does, such as in tests. */
  draining?: AbortSignal | undefined;
  /** Checks what a server needs, as `vestibule doctor` does; absent where nothing can be checked, such as in tests. */
  checkUp?: (() => Promise<readonly Finding[] | undefined>) | undefined;
  /** OpenID Connect provider for agents and the digital team; without it they sign in with their secrets. */
  agentIdentity?: AgentIdentityProvider | undefined;
}

/** A subset of the dependencies, plus the limits that all servers share. */
export type LimitedDeps<Name extends keyof ApiDeps> = Pick<ApiDeps, Name> & { limits: Limits };

export type RouteDeps = LimitedDeps<keyof ApiDeps>;

/** What the API reads from the headers of a request. */
export interface RequestContext {
  brand: Brand;
  province: ProvinceId;
  language: Language;
  /** Client IP from the last trusted hop, IPv6 cut to its /64; "unknown" when it cannot be read. */
  clientIp: string;
  requestId: string;
  /** Origin for links in messages and @host lines: as the browser sees it in demo mode, else the brand's. */
  origin: string;
  /** Origin of the page that the browser shows. */
  visibleOrigin: string;
  /** Browser and operating system of the request. */
  device: Device;
  /** Random id of a browser session, without personal data; undefined when the client sends none. */
  browserSessionId?: string | undefined;
  /** The kind of e-mail that the person came from, when the client names it; for statistics only. */
  emailSource?: LinkSource | undefined;
  /** The version of the brand that the journey is shown, during an experiment; for statistics only. */
  brandVersion?: number | undefined;
  /** Device ids by the account that signed in on that device, when the client forwards its signed cookie. */
  trustedDevices?: ReadonlyMap<string, string>;
  /** Solution of a puzzle as it was sent, not verified. */
  puzzleSolution?: string | undefined;
}

/** Variables of Hono's context in every route, as in `context.get("requestContext")`. */
export interface ApiEnvironment {
  Variables: { requestContext: RequestContext };
}
