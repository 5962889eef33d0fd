import type { AgentLink, AgentRole, SupportJourney } from "@vestibule/catalogue/support.table.ts";
import type { AgentSignInMethod, AgentSignInRefusal } from "@vestibule/contract/v1/agent-session.schema.ts";
import type { AgentMemory } from "../../visit/request-context.ts";
import type { SessionLimit } from "../../visit/use-expiry-warning.ts";

export type SignInNotice = "ended" | "away" | "limited" | AgentSignInRefusal;

/** What the page for agents shows. */
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
      /** Links to an e-mail that is not on file: those that wait, and the agent's own. */
      requests?: RequestView[];
      /** Time of day from which another reference is looked up. */
      retryAt?: string;
      /** Of a reference of another brand: its name, and the address of its page for agents where one is set. */
      there?: { brand: string; address?: string };
    }
  | { kind: "case"; agent: string; role: AgentRole; limit: SessionLimit; said: AgentMemory["said"]; told: CaseView };

/** An id and a secret that were not accepted. */
export interface RefusedSignIn {
  id: string;
  /** Time of day from which another try is heard. */
  retryAt?: string;
}

/** What a search by policy number or e-mail led to. */
export type SearchView =
  | { kind: "found"; journeys: { kind: SupportJourney; id: string; what: string; when: string }[] }
  | { kind: "none" | "format" | "away" }
  | { kind: "limited"; retryAt: string };

export type ViewTone = "plain" | "good" | "bad";

/** `day`: on the first entry of each. */
export interface TimelineEntry {
  at: string;
  day?: string;
  time: string;
  text: string;
  notes: string[];
  tone: ViewTone;
}

/** A link to an e-mail that is not on file, in words. */
export interface RequestView {
  id: string;
  /** Support reference at which it was made: nine digits, and in threes. */
  code: string;
  writtenCode: string;
  title: string;
  state: string;
  tone: ViewTone;
  facts: string[];
  /** What the caller is told. */
  say: string[];
  /** What a second agent checks; none where this agent cannot approve. */
  check: string[];
  isOwn: boolean;
  canApprove: boolean;
  canRefuse: boolean;
}

/** A case in the words and on the clocks that the agent reads. */
export interface CaseView {
  code: string;
  made: string;
  facts: { name: string; value: string }[];
  guide: { part: "ask" | "say" | "do" | "never"; name: string; text: string }[];
  /** `why`: why it ends by itself alone. */
  limits: { id: string; name: string; end: string; why?: string; canLift: boolean }[];
  canUnlock: boolean;
  links: AgentLink[];
  requests: RequestView[];
  steps: TimelineEntry[];
  messages: TimelineEntry[];
}
