import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import type { Account } from "../../accounts/account.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import type { JourneyRow } from "../../references/journey.store.ts";
import type { ReferencedJourney, SupportReference } from "../../references/support-reference.store.ts";

export type SupportDeps = LimitedDeps<"database" | "brands" | "directory" | "keys" | "auditor">;

export interface AgentCall {
  /** The reference as typed or said: nine digits, with or without spaces. */
  code: string;
  /** Restricts the call to one brand; of another brand's reference only the brand is returned. */
  brandId?: string | undefined;
  /** `service`, `operator:<name>` or `agent:<id>`. */
  actor: string;
  role: AgentRole;
}

/** The journeys and person behind a reference. Contains personal data and must not leave the journey. */
export interface SupportCaseFile {
  reference: SupportReference;
  /** The most recent journey first, then the one in which the reference was made, if different. */
  journeys: readonly ReferencedJourney[];
  row: JourneyRow | undefined;
  personKey: string | undefined;
  account: Account | undefined;
  /** All rows of the person under the brand. */
  policies: readonly PolicyPerson[];
}

/** Agents see account and browser-session events within this many hours of the reference. */
const hoursAround = 24;

export function hoursAroundReference(madeAt: Date): { since: Date; until: Date } {
  const span = hoursAround * 3_600_000;
  return { since: new Date(madeAt.getTime() - span), until: new Date(madeAt.getTime() + span) };
}
