import type { Refusal } from "../../../form/form-answer.ts";

/**
 * A refusal of these pages: faults of fields; a wait; something of ours that did not work, with a code for the agent;
 * nobody found; or somebody who has an account.
 */
export interface LegacyRefusal extends Refusal {
  alert?: "wait" | "notSaved" | "notFound" | "alreadyRegistered";
  shownCode?: string;
  /** To read to an agent with that code. */
  reference?: string | undefined;
}
