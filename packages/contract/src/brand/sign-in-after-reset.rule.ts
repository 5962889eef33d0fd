import type { BrandData } from "./brand.schema.ts";

/** Whether a new password signs in at once: by a ticket, which the built-in gateway alone takes. */
export function signsInAfterReset({ features, gateway }: Pick<BrandData, "features" | "gateway">): boolean {
  return features.signInAfterReset && gateway.kind === "builtIn";
}
