import type { Refusal } from "../../../form/form-answer.ts";

/**
 * A refused form of this flow: field errors, a rate limit, a server error with a code for the agent, no match, or an
 * existing account.
 */
export interface LegacyRefusal extends Refusal {
  alert?: "wait" | "notSaved" | "notFound" | "alreadyRegistered";
  shownCode?: string;
  /** Support reference to read to an agent with that code. */
  reference?: string | undefined;
}
