import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";

/** Values of `gateway.registry` whose accounts are in this store, for brands with an external gateway that uses it. */
export const installedRegistries: readonly string[] = ["vestibule"];

/**
 * Finds the brands that prevent a start: a brand with an external gateway needs an adapter under the name in its
 * `gateway.registry`. Returns one message per such brand; empty when all adapters are installed.
 */
export function missingRegistries(question: {
  brands: readonly Pick<BrandData, "id" | "gateway">[];
  adapters: readonly string[];
}): string[] {
  return question.brands.flatMap(({ id, gateway }) =>
    gateway.kind === "builtIn" || question.adapters.includes(gateway.registry)
      ? []
      : [
          `brand ${id}: its gateway is at ${gateway.origin}, and no adapter is installed for its user registry "${gateway.registry}"`,
        ],
  );
}
