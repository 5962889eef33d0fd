import type { FlowId } from "@vestibule/catalogue/statistic.table.ts";
import type { AgentLink, AgentRole } from "@vestibule/catalogue/support.table.ts";
import type { AgentSignInMethod, AgentSignInRefusal } from "@vestibule/contract/internal/agent-session.schema.ts";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import type { AgentSlice } from "./session-slice.server.ts";

export type SignInNotice = "ended" | "away" | "limited" | AgentSignInRefusal;

/** What the agent page shows. */
export type AgentPage =
  | {
      kind: "signIn";
      by: AgentSignInMethod;
      notice: SignInNotice | undefined;
      /** Time of day from which another sign-in is accepted. */
      retryAt?: string;
    }
  | {
      kind: "find";
      agent: string;
      role: AgentRole;
      limit: SessionLimit;
      typed?: string;
      notice?: "misread" | "unknown" | "elsewhere" | "limited" | "away";
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
      flash: AgentSlice["flash"];
      supportCase: CaseView;
    };

export interface RefusedSignIn {
  id: string;
  /** Time of day from which another attempt is accepted. */
  retryAt?: string;
}

/** Result of a search by policy number or e-mail. */
export type SearchView =
  | { kind: "found"; journeys: { kind: FlowId; id: string; what: string; when: string }[] }
  | { kind: "none" | "format" | "away" }
  | { kind: "limited"; retryAt: string };

export type ViewTone = "plain" | "success" | "error";

/** `day` is set on the first entry of each day. */
export interface TimelineEntry {
  at: string;
  day?: string;
  time: string;
  text: string;
  notes: string[];
  tone: ViewTone;
}

/** Translated view of a request for a link to an e-mail that is not on file. */
export interface RequestView {
  id: string;
  /** Support reference from which it was requested: nine digits, plain and in groups of three. */
  code: string;
  writtenCode: string;
  title: string;
  state: string;
  tone: ViewTone;
  facts: string[];
  /** What the agent reads out to the caller. */
  say: string[];
  /** What a second agent checks; empty where this agent cannot approve. */
  check: string[];
  isOwn: boolean;
  canApprove: boolean;
  canRefuse: boolean;
}

/** Translated view of a support case, with times in the zones that the agent sees. */
export interface CaseView {
  code: string;
  made: string;
  facts: { name: string; value: string }[];
  guide: { part: "ask" | "say" | "do" | "never"; name: string; text: string }[];
  /** Says that no limit applies, or that the account itself is frozen or closed. */
  limitsNote: string | undefined;
  /** `why`: the reason why an agent cannot reset the limit. */
  limits: { id: string; name: string; end: string; why?: string; canLift: boolean }[];
  canUnlock: boolean;
  canUnfreeze: boolean;
  links: AgentLink[];
  requests: RequestView[];
  steps: TimelineEntry[];
  messages: TimelineEntry[];
}
