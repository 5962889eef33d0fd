import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import type { Account } from "../../capabilities/accounts/account-store.port.ts";
import type { PolicyPerson } from "../../capabilities/policy-directory/policy-directory.port.ts";
import type { JourneyRow } from "../../capabilities/support-references/journey-row.store.ts";
import type { JourneyBehind, SupportReference } from "../../capabilities/support-references/support-reference.store.ts";
import type { LimitedDeps } from "../../deps.ts";

export type SupportDeps = LimitedDeps<"database" | "brands" | "accountStore" | "directory" | "keys" | "auditor">;

/** Who asks or acts, and by which reference. */
export interface AgentCall {
  /** As it was typed or said: nine digits, with or without spaces. */
  code: string;
  /** Where it is asked under one brand: of a reference of another one only the brand is told. */
  brandId?: string | undefined;
  /** service, operator:<name> or agent:<id>. */
  actor: string;
  role: AgentRole;
}

/** What stands behind a reference. Holds personal data: it never leaves the journey. */
export interface SupportCaseFile {
  reference: SupportReference;
  /** Where the person stands now first, then what they were doing when the reference was made, where that is another. */
  journeys: readonly JourneyBehind[];
  /** Of the first journey. */
  row: JourneyRow | undefined;
  personKey: string | undefined;
  account: Account | undefined;
  /** All that the brand's book has of the person. */
  policies: readonly PolicyPerson[];
}

/** Of an account or a visit beside the journeys, an agent is told what happened within a day of when the reference was made. */
const hoursAround = 24;

export function around(madeAt: Date): { since: Date; until: Date } {
  const span = hoursAround * 3_600_000;
  return { since: new Date(madeAt.getTime() - span), until: new Date(madeAt.getTime() + span) };
}
