import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Refusal } from "../../../form/form-answer.ts";

/** A refusal of registration: faults of fields, or an error code that the screen turns into words. */
export interface RegistrationRefusal extends Refusal {
  alert?: RegistrationErrorCode;
  /** Of a fault of ours, to read to an agent. */
  reference?: string | undefined;
}
