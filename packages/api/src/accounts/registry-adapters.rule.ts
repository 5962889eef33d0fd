import type { BrandData } from "@vestibule/contract/brand/brand.schema.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";

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
}): OperatorText[] {
  const users = question.brands.flatMap(({ gateway }) => (gateway.kind === "outside" ? [gateway.registry] : []));
  const shared = new Set(users.filter((name, index) => name !== ownRegistry && users.indexOf(name) !== index));
  const sharedRegistries = [...shared].map((name) => operatorText("registryShared", { name }));
  const missingRegistries = question.brands.flatMap(({ id, gateway }) =>
    gateway.kind === "builtIn" || question.adapters.includes(gateway.registry)
      ? []
      : [operatorText("registryMissing", { brand: id, origin: gateway.origin, name: gateway.registry })],
  );
  return [...missingRegistries, ...sharedRegistries];
}
