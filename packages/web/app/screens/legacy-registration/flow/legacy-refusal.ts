import type { Refusal } from "../../../form/form-answer.ts";

/** A refusal of these pages: faults of fields; a wait; or something of ours that did not work, with a code for the agent. */
export interface LegacyRefusal extends Refusal {
  alert?: "wait" | "notSaved";
  shownCode?: string;
}
