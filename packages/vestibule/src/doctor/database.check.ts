import { auditKeys } from "@vestibule/api/audit/audit-key.rule.ts";
import { type DatabaseHealth, databaseHealth } from "@vestibule/api/platform/database-health.adapter.ts";
import { deriveKeyRing } from "@vestibule/api/platform/keys.adapter.ts";
import { isUsedByProduction } from "@vestibule/api/platform/production-use.adapter.ts";
import { findMissingTimeLimits, findUnfitSettings } from "@vestibule/api/platform/session-check.adapter.ts";
import { messageConnections } from "../serve/background-jobs.adapter.ts";
import { productionDatabase } from "../serve/server-database.adapter.ts";
import { atMigrationUrl, describeDatabaseFault } from "../serve/startup-error.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type Finding, fault, ok, reasonOf, warning } from "./check.ts";

const oldestMajor = 15;
const clockToleranceSeconds = 30;
const standbyToleranceSeconds = 10;

/**
 * Checks that the database responds, has a supported version and suitable settings, protects the audit trail, was used
 * with the same secrets, and agrees with this machine's clock and its standbys.
 */
export async function checkDatabase({
  databaseUrl: url,
  mode,
  databasePoolSize,
  secrets,
}: Pick<Settings, "databaseUrl" | "mode" | "databasePoolSize" | "secrets">): Promise<Finding[]> {
  if (url === undefined) return [ok("database", "embedded, started with the server")];
  try {
    const health = await databaseHealth(url);
    const { version, majorVersion, clockAheadMillis, ownsAuditTrail } = health;
    const unfit = await findUnfitSettings(url);
    const missingLimits = await findMissingTimeLimits(url);
    const refused = mode === "demo" && (await isUsedByProduction(url));
    const seconds = Math.round(clockAheadMillis / 1000);
    return [
      ...unfit.map((reason) => fault("database", `DATABASE_URL: ${reason}`)),
      ...(missingLimits.length > 0
        ? [warning("database", `a pooler keeps no time limits of ours: ${missingLimits.join("; ")}`)]
        : []),
      ...(refused ? [fault("database", productionDatabase)] : []),
      ownsAuditTrail
        ? warning(
            "audit trail",
            "the role of DATABASE_URL could rewrite it: set MIGRATION_DATABASE_URL and a lesser role",
          )
        : ok("audit trail", "the role of DATABASE_URL cannot rewrite it"),
      checkKeys(health, secrets),
      majorVersion >= oldestMajor
        ? ok("database", `PostgreSQL ${version} answers`)
        : fault("database", `PostgreSQL ${version} is older than ${oldestMajor}`),
      ...checkDatabaseSettings(health, { mode, databasePoolSize }),
      Math.abs(seconds) <= clockToleranceSeconds
        ? ok("clock", "this machine and the database agree")
        : warning("clock", `the database’s clock is ${seconds} s ahead of this machine’s`),
    ];
  } catch (thrown) {
    return [unusable("database", thrown)];
  }
}

const unusable = (subject: string, thrown: unknown): Finding =>
  fault(subject, describeDatabaseFault(thrown) ?? `does not answer (${reasonOf(thrown)})`);

/** Checks that the role that owns the tables can connect, which the next version needs. */
export async function checkMigrationConnection({
  migrationDatabaseUrl: url,
}: Pick<Settings, "migrationDatabaseUrl">): Promise<Finding[]> {
  if (url === undefined) return [];
  try {
    await databaseHealth(url);
    const unfit = await findUnfitSettings(url);
    if (unfit.length > 0) return unfit.map((reason) => fault("migrations", `MIGRATION_DATABASE_URL: ${reason}`));
    return [ok("migrations", "the role of MIGRATION_DATABASE_URL connects")];
  } catch (thrown) {
    return [unusable("migrations", thrown instanceof Error ? atMigrationUrl(thrown) : thrown)];
  }
}

/** Checks that the servers write the audit trail with these secrets. */
export function checkKeys(
  { newestAuditKeyId }: Pick<DatabaseHealth, "newestAuditKeyId">,
  { audit }: Pick<Settings["secrets"], "audit">,
): Finding {
  if (audit.length === 0) return ok("keys", "generated in DATA_DIR");
  if (newestAuditKeyId === undefined) return ok("keys", "of sufficient strength; the audit trail has no event yet");
  return auditKeys(deriveKeyRing(audit, "audit")).some(({ id }) => id === newestAuditKeyId)
    ? ok("keys", "of sufficient strength; AUDIT_SECRETS has the key of the newest event of the audit trail")
    : fault("keys", "another AUDIT_SECRETS wrote the newest event of the audit trail: the servers’ secrets differ");
}

type DatabaseSettings = Pick<DatabaseHealth, "maxConnections" | "synchronousCommit" | "standbys">;

/** Checks settings on which the number of servers and the safety of what was saved depend. */
export function checkDatabaseSettings(
  settings: DatabaseSettings,
  { mode, databasePoolSize }: Pick<Settings, "mode" | "databasePoolSize">,
): Finding[] {
  return [
    checkConnectionCount(settings.maxConnections, databasePoolSize),
    checkCommit(settings.synchronousCommit, mode),
    ...checkStandbys(settings.standbys),
  ];
}

function checkConnectionCount(maxConnections: number, poolSize: number): Finding {
  const ofServer = poolSize + messageConnections;
  const servers = Math.floor(maxConnections / ofServer);
  const detail = `${maxConnections} allow ${servers} servers with ${ofServer} each (DATABASE_POOL_SIZE and messages)`;
  if (servers === 0) return fault("connections", detail);
  // During an upgrade, a new server runs together with an old one.
  return servers < 2 ? warning("connections", detail) : ok("connections", detail);
}

function checkCommit(setting: string, mode: Settings["mode"]): Finding {
  if (setting !== "off") return ok("commit", `synchronous_commit is ${setting}`);
  const detail = "synchronous_commit is off: a crash of PostgreSQL loses what people read is saved";
  return mode === "production" ? fault("commit", detail) : warning("commit", detail);
}

function checkStandbys(standbys: DatabaseHealth["standbys"]): Finding[] {
  if (standbys.length === 0) return [ok("standby", "none is connected")];
  return standbys.map(({ name, state, lagSeconds }) => {
    if (lagSeconds === undefined) return ok("standby", `${name} is connected; its lag needs the role pg_monitor`);
    const detail = `${name} is ${state}, ${lagSeconds.toFixed(1)} s behind`;
    return state === "streaming" && lagSeconds <= standbyToleranceSeconds
      ? ok("standby", detail)
      : warning("standby", detail);
  });
}
