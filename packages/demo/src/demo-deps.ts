import type { AgentSecrets } from "@vestibule/api/agents/agent-secret.rule.ts";
import type { IssueLinkDeps } from "@vestibule/api/flows/email-link/issue-link.ts";
import type { Notifier } from "@vestibule/api/messages/notifier.port.ts";
import type { Clock } from "@vestibule/api/platform/clock.adapter.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandPreview } from "@vestibule/vestibule/brands/brand-preview.ts";
import type { Handler } from "@vestibule/vestibule/serve/backend.ts";

/** Dependencies of everything under /demo. */
export interface DemoDeps {
  database: Db;
  brands: BrandBook;
  notifier: Notifier;
  links: Omit<IssueLinkDeps, "originOf">;
  /** Sign-on gateway and OpenID provider of this process. */
  gateway: Handler;
  /** Resets people, messages and the clock to their initial state. */
  reset(): Promise<void>;
  /** `refresh` is called after the clock was moved. */
  clock: Clock & { refresh?(): Promise<void> };
  /** CSV file that replaces the sample book. */
  bookFile?: string | undefined;
  accountsFile?: string | undefined;
  /** The agents and the team that demo mode creates; no agents where they are configured. */
  staff?: AgentSecrets | undefined;
  /** IP or host name that the server listens on; undefined for all interfaces. */
  host?: string | undefined;
  /** Set while draft brands are previewed. */
  preview?: Pick<BrandPreview, "version" | "faults"> | undefined;
}
