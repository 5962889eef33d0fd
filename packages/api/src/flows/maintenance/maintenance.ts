import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps } from "../../deps.ts";
import { signBypass } from "../../maintenance/bypass-value.rule.ts";
import { closeBrand, openBrand } from "../../maintenance/maintenance.store.ts";
import { appNow } from "../../platform/database.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export type MaintenanceDeps = Pick<ApiDeps, "database" | "auditor" | "keys">;

export interface MaintenanceOrder {
  brandIds: readonly string[];
  /** operator:<name> */
  actor: string;
}

/** Closes all given brands for maintenance, or none. The announced end is only displayed; brands reopen by command. */
export async function closeForMaintenance(
  { database, auditor }: MaintenanceDeps,
  { brandIds, actor, announcedEnd }: MaintenanceOrder & { announcedEnd: Date | null },
): Promise<void> {
  const facts: AuditEvent["facts"] = announcedEnd === null ? {} : { announcedEnd: announcedEnd.toISOString() };
  await transact(database, async (transaction) => {
    for (const brandId of brandIds) {
      await closeBrand(transaction, brandId, announcedEnd);
      await auditor.record(transaction, { event: "maintenance.on", result: "closed", brandId, actor, facts });
    }
  });
}

/** Reopens brands and returns those that were closed. */
export async function openAfterMaintenance(
  { database, auditor }: MaintenanceDeps,
  { brandIds, actor }: MaintenanceOrder,
): Promise<string[]> {
  return transact(database, async (transaction) => {
    const opened: string[] = [];
    for (const brandId of brandIds) {
      const wasClosed = await openBrand(transaction, brandId);
      if (wasClosed) opened.push(brandId);
      const result = wasClosed ? "opened" : "wasOpen";
      await auditor.record(transaction, { event: "maintenance.off", result, brandId, actor });
    }
    return opened;
  });
}

/** Signs a value that lets an operator bypass maintenance, and returns its expiry. */
export async function issueBypass(
  { database, auditor, keys }: MaintenanceDeps,
  { brandIds, actor, minutes }: MaintenanceOrder & { minutes: number },
): Promise<{ value: string; end: Date }> {
  return transact(database, async (transaction) => {
    const { now } = await transaction.selectNoFrom(appNow.as("now")).executeTakeFirstOrThrow();
    const end = new Date(now.getTime() + minutes * 60_000);
    const value = await signBypass(keys.operator, { brandIds, end });
    for (const brandId of brandIds)
      await auditor.record(transaction, {
        event: "maintenance.bypassIssued",
        result: "ok",
        brandId,
        actor,
        facts: { end: end.toISOString() },
      });
    return { value, end };
  });
}
