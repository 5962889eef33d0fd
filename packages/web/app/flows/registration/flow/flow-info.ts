import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Refusal } from "../../../form/form-answer.ts";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import type { RegistrationSlice } from "../session-slice.server.ts";

/** What every page of the journey receives besides its own data, such as when the session ends. */
export interface FlowInfo extends SessionLimit {
  /** Flash message of the previous step, shown once. */
  flash?: RegistrationSlice["flash"];
  province: ProvinceId;
}

export type WithFlowInfo<Data> = Data & { journey: FlowInfo };

/** A refused registration form: field errors, or an error code that the screen translates. */
export interface RegistrationRefusal extends Refusal {
  alert?: RegistrationErrorCode;
  /** Support reference for a server error, to read to an agent. */
  reference?: string | undefined;
}

/** Form target for switching to the policy number. */
export const identificationPath = flow.POLICY_IDENTIFICATION.path;
export const backPath = "/create-an-account/back";
export const cancelPath = "/create-an-account/cancel";
export const beginPath = "/create-an-account/start";
export const resendPath = "/create-an-account/resend";
