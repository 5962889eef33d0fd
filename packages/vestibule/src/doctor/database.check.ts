import { databaseHealth } from "@vestibule/api/platform/database-health.adapter.ts";
import { isUsedByProduction } from "@vestibule/api/platform/production-use.adapter.ts";
import { productionDatabase } from "../serve/server-database.adapter.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type Finding, fault, ok, reasonOf, warning } from "./check.ts";

const oldestMajor = 15;
const clockToleranceSeconds = 30;

/**
 * Checks that the database responds, has a supported version, protects the audit trail, and agrees with this machine's
 * clock.
 */
export async function checkDatabase({
  databaseUrl: url,
  mode,
}: Pick<Settings, "databaseUrl" | "mode">): Promise<Finding[]> {
  if (url === undefined) return [ok("database", "embedded, started with the server")];
  try {
    const { version, majorVersion, clockAheadMillis, ownsAuditTrail } = await databaseHealth(url);
    const refused = mode === "demo" && (await isUsedByProduction(url));
    const seconds = Math.round(clockAheadMillis / 1000);
    return [
      ...(refused ? [fault("database", productionDatabase)] : []),
      ownsAuditTrail
        ? warning(
            "audit trail",
            "the role of DATABASE_URL could rewrite it: set MIGRATION_DATABASE_URL and a lesser role",
          )
        : ok("audit trail", "the role of DATABASE_URL cannot rewrite it"),
      majorVersion >= oldestMajor
        ? ok("database", `PostgreSQL ${version} answers`)
        : fault("database", `PostgreSQL ${version} is older than ${oldestMajor}`),
      Math.abs(seconds) <= clockToleranceSeconds
        ? ok("clock", "this machine and the database agree")
        : warning("clock", `the database’s clock is ${seconds} s ahead of this machine’s`),
    ];
  } catch (thrown) {
    return [fault("database", `does not answer (${reasonOf(thrown)})`)];
  }
}
