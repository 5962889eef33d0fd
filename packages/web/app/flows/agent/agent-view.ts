import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import type { AgentResult } from "../../staff/session-slice.server.ts";
import type { CaseView, journeyViews, RequestView } from "./case-view.server.ts";

/** What every page of a signed-in agent shows. */
export interface SignedInAgentPage {
  agent: string;
  role: AgentRole;
  limit: SessionLimit;
}

/** Why the case of a reference is not shown. */
export type FindNotice = "misread" | "unknown" | "elsewhere" | "limited" | "unavailable";

export interface FindPage extends SignedInAgentPage {
  kind: "find";
  typed?: string;
  notice?: FindNotice;
  /** Requests for links to an e-mail that is not on file: the pending ones and the agent's own. */
  requests?: RequestView[];
  /** Time of day from which another reference can be looked up. */
  retryAt?: string;
  /** For a reference of another brand: that brand's name, and the URL of its agent page where one is configured. */
  otherBrand?: { brand: string; url?: string };
}

export interface CasePage extends SignedInAgentPage {
  kind: "case";
  flash: AgentResult | undefined;
  supportCase: CaseView;
}

/** Result of a search by policy number or e-mail. */
export type SearchView =
  | { kind: "found"; journeys: ReturnType<typeof journeyViews> }
  | { kind: "none" | "format" | "unavailable" }
  | { kind: "limited"; retryAt: string };
