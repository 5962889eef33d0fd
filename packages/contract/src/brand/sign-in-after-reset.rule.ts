import type { BrandData } from "./brand.schema.ts";

/** Whether a new password signs in at once. It needs a ticket, which only the built-in gateway accepts. */
export function signsInAfterReset({ features, gateway }: Pick<BrandData, "features" | "gateway">): boolean {
  return features.signInAfterReset && gateway.kind === "builtIn";
}
