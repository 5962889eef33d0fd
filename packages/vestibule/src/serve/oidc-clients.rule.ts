import type { RegisteredClient } from "@vestibule/api/oidc/oidc-provider.adapter.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { OidcClient } from "@vestibule/contract/brand/oidc-client.schema.ts";
import type { Settings } from "../settings/settings.rule.ts";

type ClientSettings = Pick<Settings, "oidcClientSecrets">;

/** Returns a function that lists the applications of a brand with their secrets, including that of the demo. */
export function registeredClients(
  { oidcClientSecrets }: ClientSettings,
  demoClient?: (origin: string) => OidcClient,
): (brand: Brand, origin: string) => RegisteredClient[] {
  return (brand, origin) => [
    ...brand.oidcClients.map((client) => ({ ...client, secret: oidcClientSecrets[`${brand.id}/${client.id}`] })),
    ...(demoClient === undefined || brand.gateway.kind === "outside" ? [] : [demoClient(origin)]),
  ];
}

/** Reports secrets that are missing and secrets of unknown applications. */
export function checkClientSecrets({ oidcClientSecrets }: ClientSettings, { brands }: BrandBook): string[] {
  const needed = brands.flatMap(({ id, oidcClients }) =>
    oidcClients
      .filter(({ type, jwks }) => type === "confidential" && jwks === undefined)
      .map((client) => `${id}/${client.id}`),
  );
  const missing = needed.filter((name) => oidcClientSecrets[name] === undefined);
  const unknown = Object.keys(oidcClientSecrets).filter((name) => !needed.includes(name));
  return [
    ...missing.map((name) => `OIDC_CLIENT_SECRETS has no secret for ${name}, a confidential application`),
    ...unknown.map((name) => `OIDC_CLIENT_SECRETS has a secret for ${name}, which is not a confidential application`),
  ];
}
