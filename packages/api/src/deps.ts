import type { LinkSource } from "@vestibule/catalogue/link.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { AccountStore } from "./capabilities/accounts/account-store.port.ts";
import type { AgentIdentityProvider } from "./capabilities/agents/agent-identity.port.ts";
import type { Auditor } from "./capabilities/audit/auditor.port.ts";
import type { Limits } from "./capabilities/limits/limit.port.ts";
import type { Notifier } from "./capabilities/notifications/notifier.port.ts";
import type { PasswordCheckLimiter } from "./capabilities/passwords/password-check-limiter.adapter.ts";
import type { PasswordHashing } from "./capabilities/passwords/password-hashing.port.ts";
import type { PolicyDirectory } from "./capabilities/policy-directory/policy-directory.port.ts";
import type { Clock } from "./platform/clock.port.ts";
import type { Db } from "./platform/database.table.ts";
import type { Keys } from "./platform/keys.port.ts";
import type { Log } from "./platform/log.port.ts";
import type { Random } from "./platform/random.port.ts";

/** Everything the API is built from. The composition passes real parts; tests pass the same with a test database. */
export interface ApiDeps {
  database: Db;
  brands: BrandBook;
  clock: Clock;
  random: Random;
  keys: Keys;
  log: Log;
  notifier: Notifier;
  auditor: Auditor;
  hashing: PasswordHashing;
  /** Every check of an existing password runs in it. */
  passwordChecks: PasswordCheckLimiter;
  accountStore: AccountStore;
  directory: PolicyDirectory;
  mode: "demo" | "production";
  /** Whether text messages reach people: false in production without a provider of them. */
  canSendSms: boolean;
  /** Origin of the portal under a brand where nobody is visiting: by configuration alone. Undefined where it names none. */
  originOf: (brand: Brand) => string | undefined;
  /** Limits by client address are this many times wider (demo mode: 100). */
  addressLimitFactor: number;
  /** Bearer secrets of the insurer's own systems for /internal. */
  serviceCredentials: readonly string[];
  /** Secrets of the call centre's agents by their id: demo mode alone. */
  agents: Readonly<Record<string, string>>;
  /** Where agents sign in; absent: by their secrets. */
  agentIdentity?: AgentIdentityProvider | undefined;
}

/** Some of them, with the limits that all servers share. */
export type LimitedDeps<Name extends keyof ApiDeps> = Pick<ApiDeps, Name> & { limits: Limits };

/** What every request of the API carries once its headers are read. */
export interface RequestContext {
  brand: Brand;
  province: ProvinceId;
  language: Language;
  /** Client address from the last trusted hop, IPv6 cut to its /64; "unknown" where it cannot be read. */
  clientIp: string;
  requestId: string;
  /** Origin of the portal as the visitor sees it, for links in messages and @host lines (demo mode); in production the brand's origin. */
  origin: string;
  /** One browser's visit to a portal, by an id that says nothing of anybody; undefined where the client names none. */
  browserSessionId?: string | undefined;
  /** Which e-mail brought the person, where the client says it; for statistics alone. */
  emailSource?: LinkSource | undefined;
  /** Ids of the browser by the accounts that signed in from it before, where the client hands its signed cookie on. */
  trustedDevices?: ReadonlyMap<string, string>;
}

/** What Hono's context carries in every route: `context.get("requestContext")`. */
export interface ApiEnvironment {
  Variables: { requestContext: RequestContext };
}
