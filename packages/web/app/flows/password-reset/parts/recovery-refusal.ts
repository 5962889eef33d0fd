import type { Refusal } from "../../../form/form-answer.ts";

/** A refused recovery form: field errors, a rate limit, or a warning that one attempt is left. */
export interface RecoveryRefusal extends Refusal {
  alert?: "wait" | "lastTry";
}
