import { brandOrigins } from "@vestibule/contract/brand/brand.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { JWK } from "jose";
import type { Provider } from "oidc-provider";
import type { ApiDeps } from "../deps.ts";
import { createOidcProvider, type OidcProviderDeps } from "./oidc-provider.adapter.ts";
import { signingKeys } from "./signing-key.rule.ts";

export type OidcProviders = ReturnType<typeof oidcProviders>;

/** Most origins kept per brand, because demo mode accepts any host. */
const mostOrigins = 20;

/**
 * Creates one provider for each brand and origin on first use. There is none without a client, for a brand with an
 * outside gateway, and in production for an origin that the brand does not list.
 */
export function oidcProviders(deps: OidcProviderDeps & Pick<ApiDeps, "mode">) {
  const byBrand = new WeakMap<Brand, Map<string, Provider>>();
  let keys: Promise<JWK[]> | undefined;
  return {
    /** Applications of a brand at an origin. */
    clientsOf: ({ brand, origin }: { brand: Brand; origin: string }) => deps.oidcClients(brand, origin),
    /** Returns the provider of a brand at an origin; undefined where there must be none. */
    async find({ brand, origin }: { brand: Brand; origin: string }): Promise<Provider | undefined> {
      const isListed = deps.mode === "demo" || brandOrigins(brand).includes(origin);
      if (!isListed || brand.gateway.kind === "outside") return undefined;
      const byOrigin = byBrand.get(brand) ?? new Map<string, Provider>();
      byBrand.set(brand, byOrigin);
      const known = byOrigin.get(origin);
      if (known !== undefined || deps.oidcClients(brand, origin).length === 0) return known;
      keys ??= signingKeys(deps.keys.oidcSigning);
      const provider = createOidcProvider(deps, { brand, origin, keys: await keys });
      if (byOrigin.size >= mostOrigins) byOrigin.clear();
      byOrigin.set(origin, provider);
      return provider;
    },
  };
}
