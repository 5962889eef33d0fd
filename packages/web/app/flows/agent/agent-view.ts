import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import type { AgentResult } from "../../staff/session-slice.server.ts";
import type { NoRolePage, SignInPage } from "../../staff/sign-in-view.ts";
import type { CaseView, journeyViews, RequestView } from "./case-view.server.ts";

/** What the agent page shows. */
export type AgentPage =
  | SignInPage
  | NoRolePage
  | {
      kind: "find";
      agent: string;
      role: AgentRole;
      limit: SessionLimit;
      typed?: string;
      notice?: "misread" | "unknown" | "elsewhere" | "limited" | "unavailable";
      /** Requests for links to an e-mail that is not on file: the pending ones and the agent's own. */
      requests?: RequestView[];
      /** Time of day from which another reference can be looked up. */
      retryAt?: string;
      /** For a reference of another brand: that brand's name, and the URL of its agent page where one is configured. */
      otherBrand?: { brand: string; url?: string };
    }
  | {
      kind: "case";
      agent: string;
      role: AgentRole;
      limit: SessionLimit;
      flash: AgentResult | undefined;
      supportCase: CaseView;
    };

/** Result of a search by policy number or e-mail. */
export type SearchView =
  | { kind: "found"; journeys: ReturnType<typeof journeyViews> }
  | { kind: "none" | "format" | "unavailable" }
  | { kind: "limited"; retryAt: string };
