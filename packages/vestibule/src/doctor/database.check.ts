import { auditKeys } from "@vestibule/api/audit/audit-key.rule.ts";
import { type DatabaseHealth, databaseHealth } from "@vestibule/api/platform/database-health.adapter.ts";
import { deriveKeyRing } from "@vestibule/api/platform/keys.adapter.ts";
import { isUsedByProduction } from "@vestibule/api/platform/production-use.adapter.ts";
import { findMissingTimeLimits, findUnfitSettings } from "@vestibule/api/platform/session-check.adapter.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";
import { messageConnections } from "../serve/background-jobs.adapter.ts";
import { productionDatabase } from "../serve/server-database.adapter.ts";
import { atMigrationUrl, describeDatabaseFault } from "../serve/startup-error.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type Finding, fault, ok, reasonOf, warning } from "./check.ts";

const ofDatabase = operatorText("subject.database");
const ofAuditTrail = operatorText("subject.auditTrail");
const ofKeys = operatorText("subject.keys");
const ofClock = operatorText("subject.clock");
const ofMigrations = operatorText("subject.migrations");
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
  if (url === undefined) return [ok(ofDatabase, operatorText("databaseEmbedded"))];
  try {
    const health = await databaseHealth(url);
    const { version, clockAheadMillis, ownsAuditTrail } = health;
    const unfit = await findUnfitSettings(url);
    const missingLimits = await findMissingTimeLimits(url);
    const refused = mode === "demo" && (await isUsedByProduction(url));
    const seconds = Math.round(clockAheadMillis / 1000);
    return [
      ...unfit.map((reason) => fault(ofDatabase, operatorText("atSetting", { setting: "DATABASE_URL", reason }))),
      ...(missingLimits.length > 0
        ? [warning(ofDatabase, operatorText("noTimeLimits", { statements: missingLimits.join("; ") }))]
        : []),
      ...(refused ? [fault(ofDatabase, productionDatabase)] : []),
      ownsAuditTrail
        ? warning(ofAuditTrail, operatorText("auditRewritable"))
        : ok(ofAuditTrail, operatorText("auditProtected")),
      checkKeys(health, secrets),
      ok(ofDatabase, operatorText("databaseAnswers", { version })),
      ...checkDatabaseSettings(health, { mode, databasePoolSize }),
      Math.abs(seconds) <= clockToleranceSeconds
        ? ok(ofClock, operatorText("clockAgrees"))
        : warning(ofClock, operatorText("clockAhead", { seconds })),
    ];
  } catch (thrown) {
    return [unusable(ofDatabase, thrown)];
  }
}

const unusable = (subject: OperatorText, thrown: unknown): Finding =>
  fault(subject, describeDatabaseFault(thrown) ?? operatorText("databaseNoAnswer", { reason: reasonOf(thrown) }));

/** Checks that the role that owns the tables can connect, which the next version needs. */
export async function checkMigrationConnection({
  migrationDatabaseUrl: url,
}: Pick<Settings, "migrationDatabaseUrl">): Promise<Finding[]> {
  if (url === undefined) return [];
  try {
    await databaseHealth(url);
    const unfit = await findUnfitSettings(url);
    if (unfit.length > 0)
      return unfit.map((reason) =>
        fault(ofMigrations, operatorText("atSetting", { setting: "MIGRATION_DATABASE_URL", reason })),
      );
    return [ok(ofMigrations, operatorText("migrationConnects"))];
  } catch (thrown) {
    return [unusable(ofMigrations, thrown instanceof Error ? atMigrationUrl(thrown) : thrown)];
  }
}

/** Checks that the servers write the audit trail with these secrets. */
export function checkKeys(
  { newestAuditKeyId }: Pick<DatabaseHealth, "newestAuditKeyId">,
  { audit }: Pick<Settings["secrets"], "audit">,
): Finding {
  if (audit.length === 0) return ok(ofKeys, operatorText("keysGenerated"));
  if (newestAuditKeyId === undefined) return ok(ofKeys, operatorText("keysWithoutEvent"));
  return auditKeys(deriveKeyRing(audit, "audit")).some(({ id }) => id === newestAuditKeyId)
    ? ok(ofKeys, operatorText("keysGood"))
    : fault(ofKeys, operatorText("keysOfOthers"));
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
  const subject = operatorText("subject.connections");
  const detail = operatorText("connectionCount", { most: maxConnections, count: servers, each: ofServer });
  if (servers === 0) return fault(subject, detail);
  // During an upgrade, a new server runs together with an old one.
  return servers < 2 ? warning(subject, detail) : ok(subject, detail);
}

function checkCommit(setting: string, mode: Settings["mode"]): Finding {
  const subject = operatorText("subject.commit");
  if (setting !== "off") return ok(subject, operatorText("commitOn", { value: setting }));
  return (mode === "production" ? fault : warning)(subject, operatorText("commitOff"));
}

function checkStandbys(standbys: DatabaseHealth["standbys"]): Finding[] {
  const subject = operatorText("subject.standby");
  if (standbys.length === 0) return [ok(subject, operatorText("noStandby"))];
  return standbys.map(({ name, state, lagSeconds }) => {
    if (lagSeconds === undefined) return ok(subject, operatorText("standbyUnknown", { name }));
    const detail = operatorText("standbyLag", { name, state: String(state), seconds: lagSeconds.toFixed(1) });
    return state === "streaming" && lagSeconds <= standbyToleranceSeconds
      ? ok(subject, detail)
      : warning(subject, detail);
  });
}
