import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";

/** Value of `gateway.registry` for an external gateway that reads this product's accounts. */
export const ownRegistry = "vestibule";

/**
 * Returns one message for each brand whose registry prevents a start: a brand with an external gateway needs an adapter
 * under the name in its `gateway.registry`, and no other brand may use it, because one e-mail may have an account under
 * each.
 */
export function missingRegistries(question: {
  brands: readonly Pick<BrandData, "id" | "gateway">[];
  adapters: readonly string[];
}): string[] {
  const users = question.brands.flatMap(({ gateway }) => (gateway.kind === "outside" ? [gateway.registry] : []));
  const shared = new Set(users.filter((name, index) => name !== ownRegistry && users.indexOf(name) !== index));
  const sharing = [...shared].map((name) => `the user registry "${name}" is of several brands: each needs its own`);
  const missing = question.brands.flatMap(({ id, gateway }) =>
    gateway.kind === "builtIn" || question.adapters.includes(gateway.registry)
      ? []
      : [
          `brand ${id}: its gateway is at ${gateway.origin}, and no adapter is installed for its user registry "${gateway.registry}"`,
        ],
  );
  return [...missing, ...sharing];
}
