import { flow } from "@vestibule/catalogue/flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { PortalSession } from "./request-context.ts";

/** Where somebody begins to register with a brand. */
export function registrationStart({ features }: Pick<Brand, "features">): string {
  return features.registration ? flow.EMAIL_IDENTIFICATION.path : legacyFlow.IDENTIFICATION.path;
}

/** Whether a registration by policy number is under way, or the only one that the brand offers. */
export function takesLegacyRoad({ brand, session }: { brand: Pick<Brand, "features">; session: PortalSession }) {
  return !brand.features.registration || session.legacy !== undefined;
}
