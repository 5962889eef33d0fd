import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";

/** `gateway.registry` of a brand whose outside gateway reads our own accounts: ours on a host of its own. */
export const installedRegistries: readonly string[] = ["vestibule"];

/**
 * Why the server must not start: brands whose gateway is the insurer's own keep their accounts in the insurer's
 * registry, so each needs an adapter under the name that its `gateway.registry` gives. Empty: all is well.
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
