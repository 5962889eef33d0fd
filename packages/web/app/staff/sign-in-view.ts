import type { AgentSignInMethod, AgentSignInRefusal } from "@vestibule/contract/internal/agent-session.schema.ts";
import type { StaffArea } from "./session-slice.server.ts";

export type SignInNotice = "ended" | "unavailable" | "limited" | AgentSignInRefusal;

/** The page of a person who is not signed in. */
export interface SignInPage {
  kind: "signIn";
  by: AgentSignInMethod;
  notice: SignInNotice | undefined;
  /** Time of day from which another sign-in is accepted. */
  retryAt?: string;
}

/** The page of a person who is signed in without a role there. `goTo`: where the person has one. */
export interface NoRolePage {
  kind: "noRole";
  who: string;
  goTo: StaffArea;
}

export interface RefusedSignIn {
  id: string;
  /** Time of day from which another attempt is accepted. */
  retryAt?: string;
}
