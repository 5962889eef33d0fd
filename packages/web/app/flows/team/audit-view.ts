import type { AuditSearch } from "@vestibule/catalogue/team.table.ts";
import type { SignedInPage } from "./team-view.ts";

export interface AuditView {
  /** What was searched for; empty before a search. */
  searched: { by: AuditSearch; value: string; days: string } | undefined;
  /** Events to choose from, in the words of the page. */
  events: { value: string; label: string }[];
  zone: string;
  found: { events: AuditEventView[]; isCut: boolean; query: string } | undefined;
  refused: { why: "misread" | "unknown" | "format" | "unavailable" | "limited"; time?: string } | undefined;
}

export interface AuditEventView {
  id: string;
  when: string;
  what: string;
  who: string;
  /** Brand, result and ids. */
  details: string[];
}

export type AuditPage = SignedInPage & { kind: "audit"; audit: AuditView };
