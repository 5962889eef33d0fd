import { newPendingSignInId } from "@vestibule/api/accounts/pending-sign-in.store.ts";
import type { ApiDeps } from "@vestibule/api/deps.ts";
import { sampleBrandId } from "./sample-brand.ts";

/** The brand of an attempt to sign in, and the pending sign-in that it would make. */
export function brandOfAttempt({ brands, keys, random }: Pick<ApiDeps, "brands" | "keys" | "random">) {
  const brand = brands.byId(sampleBrandId) ?? brands.defaultBrand;
  return { brand, pending: { ...newPendingSignInId({ keys, random }), client: "browser", replaces: [] } } as const;
}
