import type { OidcProviderDeps } from "@vestibule/api/oidc/oidc-provider.adapter.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { OidcClient } from "@vestibule/contract/brand/oidc-client.schema.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type { Settings } from "../settings/settings.rule.ts";

type ClientSettings = Pick<Settings, "oidcClientSecrets">;

/** The demo's application at an origin, and the API behind it. */
export interface DemoApplication {
  client(origin: string): OidcClient;
  api(origin: string): Brand["resources"][number];
}

/** The applications of a brand with their secrets, and the APIs that they may call, including those of the demo. */
export function registeredApplications(
  { oidcClientSecrets }: ClientSettings,
  demo?: DemoApplication,
): Pick<OidcProviderDeps, "oidcClients" | "oidcResources"> {
  return {
    oidcClients: (brand, origin) => [
      ...brand.oidcClients.map((client) => ({ ...client, secret: oidcClientSecrets[`${brand.id}/${client.id}`] })),
      ...(demo === undefined || brand.gateway.kind === "outside" ? [] : [demo.client(origin)]),
    ],
    oidcResources: ({ resources }, origin) => (demo === undefined ? resources : [...resources, demo.api(origin)]),
  };
}

/** Reports secrets that are missing and secrets of unknown applications. */
export function checkClientSecrets({ oidcClientSecrets }: ClientSettings, { brands }: BrandBook): OperatorText[] {
  const needed = brands.flatMap(({ id, oidcClients }) =>
    oidcClients
      .filter(({ type, jwks }) => type === "confidential" && jwks === undefined)
      .map((client) => `${id}/${client.id}`),
  );
  const missing = needed.filter((name) => oidcClientSecrets[name] === undefined);
  const unknown = Object.keys(oidcClientSecrets).filter((name) => !needed.includes(name));
  return [
    ...missing.map((name) => operatorText("clientSecretMissing", { name })),
    ...unknown.map((name) => operatorText("clientSecretUnknown", { name })),
  ];
}
