import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";

/** Finds brands by name, host and client id. Names and hosts are case-insensitive. */
export function brandBook({
  brands,
  defaultBrand,
  mode,
}: {
  brands: readonly Brand[];
  defaultBrand: Brand;
  mode: "demo" | "production";
}): BrandBook {
  const byName = new Map(brands.flatMap((brand) => namesOf(brand).map((name) => [name, brand])));
  const byHostName = new Map([
    // Later entries replace earlier ones: where brands share a gateway host, it resolves to the default brand.
    ...[...brands, defaultBrand].flatMap((brand) => originHosts(brand).map((host) => [host, brand] as const)),
    ...brands.flatMap((brand) => brand.hosts.map((host) => [host, brand] as const)),
  ]);
  const byKey = new Map(brands.map((brand) => [apiKeyOf(brand), brand]));
  return {
    brands,
    defaultBrand,
    byId: (id) => byName.get(id.toLowerCase()),
    byHost: (host) => {
      const name = hostNameOf(host);
      const local = mode === "demo" ? /^([^.]+)\.localhost$/.exec(name)?.[1] : undefined;
      return byHostName.get(name) ?? byName.get(local ?? "") ?? defaultBrand;
    },
    listsHost: (host) => byHostName.has(hostNameOf(host)),
    byApiKey: (key) => byKey.get(key),
    former: () => undefined,
    experiment: () => undefined,
  };
}

/** A book that always answers from the current one, for brands that change while the server runs. */
export function liveBook(
  current: () => BrandBook,
  { former = () => undefined, experiment = () => undefined }: Partial<Pick<BrandBook, "former" | "experiment">> = {},
): BrandBook {
  return {
    get brands() {
      return current().brands;
    },
    get defaultBrand() {
      return current().defaultBrand;
    },
    byId: (id) => current().byId(id),
    byHost: (host) => current().byHost(host),
    listsHost: (host) => current().listsHost(host),
    byApiKey: (key) => current().byApiKey(key),
    former,
    experiment,
  };
}

function originHosts({ origin, gateway }: Brand): string[] {
  const origins = [origin, gateway.kind === "outside" ? gateway.origin : undefined];
  return origins.flatMap((one) => URL.parse(one ?? "")?.hostname ?? []);
}

export function namesOf(brand: Brand): string[] {
  return [brand.id, ...brand.aliases];
}

/** The public client id of a brand; defaults to its id. */
export function apiKeyOf(brand: Brand): string {
  return brand.apiKey ?? brand.id;
}

/** Removes the port and the trailing dot of a fully qualified name. */
function hostNameOf(host: string): string {
  return host.trim().toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}
