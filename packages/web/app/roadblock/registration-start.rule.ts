import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { policyNumberRegistrationSlice } from "../shared-slices/registration-slices.server.ts";

/** Start page of the brand's registration flow. */
export function registrationStart({ features }: Pick<Brand, "features">): string {
  return features.registration ? flow.EMAIL_IDENTIFICATION.path : policyNumberFlow.IDENTIFICATION.path;
}

/** Whether registration by policy number is in progress, or is the only flow that the brand offers. */
export function registersByPolicyNumber({ brand, session }: Pick<PortalRequestContext, "brand" | "session">) {
  return !brand.features.registration || session.has(policyNumberRegistrationSlice);
}
