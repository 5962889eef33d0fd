import type { RegistryPort } from "@vestibule/api/accounts/registry.port.ts";
import { type GuardedRegistry, guardRegistry } from "@vestibule/api/accounts/registry-guard.adapter.ts";
import { lacksPatch, scimRegistry } from "@vestibule/api/accounts/scim-registry.adapter.ts";
import type { ApiDeps } from "@vestibule/api/deps.ts";
import { httpClient } from "@vestibule/api/platform/http-client.adapter.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { readTlsFiles } from "./tls-files.ts";

type RegistrySettings = Pick<Settings, "userRegistries" | "userRegistryTls">;

export async function openUserRegistries(
  settings: RegistrySettings,
  { brands }: { brands: readonly Pick<Brand, "id" | "gateway">[] },
): Promise<Pick<ApiDeps, "registryOf"> & { isCircuitOpen(): boolean }> {
  const connected = await connectRegistries(settings);
  const guarded = new Map(connected.map(({ name, registry }) => [name, guardRegistry(registry)]));
  const byBrand = new Map<string, GuardedRegistry>();
  for (const { id, gateway } of brands) {
    const registry = gateway.kind === "outside" ? guarded.get(gateway.registry) : undefined;
    if (registry !== undefined) byBrand.set(id, registry);
  }
  return {
    registryOf: (brandId) => byBrand.get(brandId),
    isCircuitOpen: () => [...guarded.values()].some((registry) => registry.isCircuitOpen()),
  };
}

/** Timeout of one HTTP request. A call may send several within its own timeout. */
const limitMilliseconds = 3000;

/** Creates one connection for each registry of the settings. */
export async function connectRegistries({
  userRegistries,
  userRegistryTls,
}: RegistrySettings): Promise<{ name: string; url: string; registry: RegistryPort; lacksPatch(): Promise<boolean> }[]> {
  const tls = await readTlsFiles("USER_REGISTRY", userRegistryTls);
  return Object.entries(userRegistries).map(([name, url]) => {
    const client = httpClient({ url, tls, limitMilliseconds });
    return { name, url, registry: scimRegistry(client), lacksPatch: () => lacksPatch(client) };
  });
}
