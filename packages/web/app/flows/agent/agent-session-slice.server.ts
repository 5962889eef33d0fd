import type { AgentSignInRefusal } from "@vestibule/contract/v1/agent-session.schema.ts";

/** Why the OpenID provider's response opened no session. */
export type AgentSignInFailure =
  | { kind: "refused"; why: AgentSignInRefusal }
  | { kind: "away" }
  | { kind: "limited"; retryAfterSeconds: number };

/** A call-centre agent signed in in this browser. */
export interface AgentSlice {
  /** Token of the agent session that the API keeps. */
  token: string;
  /** ISO time at which it expires when idle. */
  idleEndsAt: string;
  /** Result of the last action, shown once on the next page. */
  flash?: { kind: "done"; what: AgentDone } | { kind: "refused"; why: AgentRefusal };
}
export type AgentDone = "lift" | "unlock" | "link" | "request" | "approve" | "refuse" | "nothing";
export type AgentRefusal =
  | "email"
  | "taken"
  | "missing"
  | "ownRequest"
  | "notOpen"
  | "alreadyRequested"
  | "limited"
  | "other";
