import { openIdConnectProvider } from "@vestibule/api/agents/openid-connect.adapter.ts";
import { createAuditor } from "@vestibule/api/audit/audit-trail.store.ts";
import { buildApi } from "@vestibule/api/build-api.ts";
import type { ApiDeps } from "@vestibule/api/deps.ts";
import { startWebhookWorker } from "@vestibule/api/events/webhook-worker.adapter.ts";
import { readRestoreEpoch } from "@vestibule/api/flows/restore/restore.store.ts";
import { gatewayGuard } from "@vestibule/api/gateway/gateway.guard.ts";
import { gatewayRoutes } from "@vestibule/api/gateway/gateway.route.ts";
import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import { oidcRoutes } from "@vestibule/api/gateway/oidc.route.ts";
import { canCall, canSendSms } from "@vestibule/api/messages/message-providers.adapter.ts";
import { createNotifier } from "@vestibule/api/messages/notifier.adapter.ts";
import { oidcProviders } from "@vestibule/api/oidc/oidc-providers.adapter.ts";
import { prepareHolidays } from "@vestibule/api/opening-hours/holidays.adapter.ts";
import { commonPasswords } from "@vestibule/api/passwords/common-passwords.adapter.ts";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { databaseClock } from "@vestibule/api/platform/clock.adapter.ts";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { faultMessage } from "@vestibule/api/platform/fault-code.rule.ts";
import { recordKeyUses } from "@vestibule/api/platform/key-use.store.ts";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { ownsAuditTrail } from "@vestibule/api/platform/service-role.adapter.ts";
import { startRetentionJob } from "@vestibule/api/retention/retention.adapter.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";
import { Hono, type MiddlewareHandler } from "hono";
import { brandFolders } from "../brands/brand-files.adapter.ts";
import { sharedCheckUp } from "../doctor/check-up.ts";
import { receiptSources } from "../settings/provider-settings.rule.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { agentSecrets } from "./agent-secrets.rule.ts";
import type { Handler } from "./backend.ts";
import {
  openMessageWorker,
  startDueLinksJob,
  startExperimentJob,
  startHouseholdJob,
  startLogoutJob,
  startReportJob,
} from "./background-jobs.adapter.ts";
import { closeDatabase } from "./graceful-shutdown.ts";
import { checkClientSecrets, type DemoApplication, registeredApplications } from "./oidc-clients.rule.ts";
import { brandSources } from "./open-brands.ts";
import { openPolicyDirectory } from "./policy-directory.ts";
import { portalOrigin } from "./portal-origin.rule.ts";
import { StartupError } from "./startup-error.ts";
import { openUserRegistries } from "./user-registries.ts";
import { openWebhooks } from "./webhooks.ts";

export interface AssembledApi {
  deps: ApiDeps;
  api: Handler;
  gateway: Handler;
  guard: MiddlewareHandler;
  /** Rejects if the database does not respond. */
  checkConnection(): Promise<unknown>;
  /** Lets the worker finish its current messages, then closes the connections. */
  stop(): Promise<void>;
}

interface AssembleOptions {
  settings: Settings;
  url: string;
  brands: BrandBook;
  log: Log;
  metrics: ServerMetrics;
  site?: GatewaySite | undefined;
  /** Absent in production. */
  demoApplication?: DemoApplication | undefined;
  draining?: AbortSignal | undefined;
}

/** Assembles the API with its real dependencies. The database must exist and be migrated. */
export async function assembleApi(from: AssembleOptions): Promise<AssembledApi> {
  try {
    commonPasswords();
  } catch (fault) {
    throw new StartupError([faultMessage(fault)]);
  }
  const clientFaults = checkClientSecrets(from.settings, from.brands);
  if (clientFaults.length > 0) throw new StartupError(clientFaults);
  const webhooks = await openWebhooks(from.settings, from.brands);
  const opened = openDatabase({ url: from.url, poolSize: from.settings.databasePoolSize });
  return assembleWithDatabase(opened, { ...from, webhooks }).catch(async (fault: unknown) => {
    // The next attempt opens its own connections.
    await opened.database.destroy();
    throw fault;
  });
}

async function assembleWithDatabase(
  { database, pool }: ReturnType<typeof openDatabase>,
  from: AssembleOptions & { webhooks: readonly Webhook[] },
): Promise<AssembledApi> {
  const { settings, brands, log, metrics, webhooks, site = { kind: "inside" } } = from;
  const clock = await databaseClock(database);
  const deps = await createDeps(from, { database, clock }).catch((fault: unknown) => {
    clock.stop();
    throw fault;
  });
  prepareHolidays(deps.clock.now());
  const checkConnection = () => pool.query("select");
  metrics.addSources({ queryDatabase: checkConnection, requestPool: pool });
  const worker = await openMessageWorker({ url: from.url, settings, brands, log, metrics, auditor: deps.auditor });
  const retention = startRetentionJob({ database, log, storedSecret: deps.keys.storedSecret });
  const dueLinks = startDueLinksJob(deps);
  const householdRequests = startHouseholdJob(deps);
  const experiments = startExperimentJob(deps);
  const report = startReportJob(deps);
  const webhookWorker = startWebhookWorker({ database, webhooks, log, metrics });
  const oidc = { ...deps, oidcProviders: oidcProviders(deps) };
  const hasApplications =
    from.demoApplication !== undefined || brands.brands.some((brand) => brand.oidcClients.length > 0);
  const logouts = hasApplications ? [startLogoutJob(oidc)] : [];
  return {
    deps,
    api: buildApi(deps),
    gateway: new Hono().route("/", gatewayRoutes({ ...deps, site })).route("/", oidcRoutes(oidc)),
    guard: gatewayGuard({ ...deps, site }),
    checkConnection,
    stop: async () => {
      clock.stop();
      await Promise.all([
        worker.stop(),
        closeDatabase(
          { database, log },
          retention,
          dueLinks,
          householdRequests,
          experiments,
          report,
          webhookWorker,
          ...logouts,
        ),
      ]);
    },
  };
}

async function createDeps(
  from: AssembleOptions,
  { database, clock }: Pick<ApiDeps, "database" | "clock">,
): Promise<ApiDeps> {
  const { settings, brands, log, metrics, draining } = from;
  const { mode, clientIpLimitFactor, serviceCredentials, secrets } = settings;
  const keys = deriveKeys(secrets, await readRestoreEpoch(database));
  await recordKeyUses(database, keys);
  if (await ownsAuditTrail(database)) log.warn("audit.owned", { reason: "MIGRATION_DATABASE_URL" });
  const hashing = hashingPool();
  const directory = await openPolicyDirectory(settings, { database, brands });
  const registries = await openUserRegistries(settings, brands);
  metrics.addSources({
    hashing: hashing.load,
    isDirectoryCircuitOpen: directory.isCircuitOpen,
    isRegistryCircuitOpen: registries.isCircuitOpen,
  });
  return {
    database,
    brands,
    brandFiles: brandFolders(brandSources(settings)),
    clock,
    random: secureRandom,
    keys,
    log,
    notifier: createNotifier({ brands, mode }),
    auditor: createAuditor(keys.audit),
    hashing,
    directory,
    registryOf: registries.registryOf,
    ...registeredApplications(settings, from.demoApplication),
    metrics,
    mode,
    canSendSms: canSendSms(settings),
    canCall: canCall(settings),
    receiptSources: receiptSources(settings),
    originOf: (brand) => portalOrigin(brand, settings),
    clientIpLimitFactor,
    serviceCredentials,
    agents: agentSecrets(settings),
    draining,
    checkUp: sharedCheckUp(settings),
    agentIdentity: settings.agentOpenId && openIdConnectProvider(settings.agentOpenId),
  };
}
