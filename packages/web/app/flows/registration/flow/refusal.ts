import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Refusal } from "../../../form/form-answer.ts";

/** A refused registration form: field errors, or an error code that the screen translates. */
export interface RegistrationRefusal extends Refusal {
  alert?: RegistrationErrorCode;
  /** Support reference for a server error, to read to an agent. */
  reference?: string | undefined;
}
