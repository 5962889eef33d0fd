import { flow } from "@vestibule/catalogue/flow.table.ts";

/** Form target for switching to the policy number. */
export const identificationPath = flow.POLICY_IDENTIFICATION.path;
export const backPath = "/create-an-account/back";
export const cancelPath = "/create-an-account/cancel";
export const beginPath = "/create-an-account/start";
export const resendPath = "/create-an-account/resend";
