import type { Refusal } from "../../../form/form-answer.ts";

/** A refusal of recovery: faults of fields, a wait, or word that one try is left. */
export interface RecoveryRefusal extends Refusal {
  alert?: "wait" | "lastTry";
}
