import type { Refusal } from "../../../../form/form-answer.ts";

/**
 * A refused form of this flow: field errors, a rate limit, a server error with a code for the agent, or no match.
 */
export interface LegacyRefusal extends Refusal {
  alert?: "wait" | "notSaved" | "notFound";
  shownCode?: string;
  /** Support reference to read to an agent with that code. */
  reference?: string | undefined;
}
