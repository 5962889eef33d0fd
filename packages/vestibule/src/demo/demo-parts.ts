import type { Notifier } from "@vestibule/api/capabilities/notifications/notifier.port.ts";
import type { IssueLinkDeps } from "@vestibule/api/journeys/follow-link/issue-link.journey.ts";
import type { Clock } from "@vestibule/api/platform/clock.port.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandPreview } from "../brands/brand-preview.ts";

/** What everything under /demo is built from. */
export interface DemoDeps {
  database: Db;
  brands: BrandBook;
  notifier: Notifier;
  /** What links are issued with. */
  links: Omit<IssueLinkDeps, "originOf">;
  /** Puts people, messages and the clock back as they were at the start. */
  reset(): Promise<void>;
  /** Told when the clock was moved. */
  clock: Clock & { refresh?(): Promise<void> };
  /** CSV files in place of the sample. */
  bookFile?: string | undefined;
  accountsFile?: string | undefined;
  /** Ids of the agents that demo mode made; none where agents were named. */
  agentIds?: readonly string[] | undefined;
  /** Set while draft brands are previewed. */
  preview?: Pick<BrandPreview, "version" | "faults"> | undefined;
}
