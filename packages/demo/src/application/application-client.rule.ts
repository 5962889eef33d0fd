import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { OidcClient } from "@vestibule/contract/brand/oidc-client.schema.ts";
import type { DemoApplication } from "@vestibule/vestibule/serve/oidc-clients.rule.ts";

export const applicationPath = "/demo/application";
export const callbackPath = `${applicationPath}/callback`;
export const applicationClientId = "demo-application";
/** The invented company whose site the application is. */
export const applicationName = "Nacelle";

export const apiPath = "/demo/api";
export const apiId = (origin: string): string => `${origin}${apiPath}`;

export const demoApplication: DemoApplication = { client: applicationAt, api: apiAt };

/** The demo's application: public, since it runs where everybody may read its secret. */
function applicationAt(origin: string): OidcClient {
  return {
    id: applicationClientId,
    name: { en: applicationName, fr: applicationName },
    type: "public",
    redirectUris: [`${origin}${callbackPath}`],
    postLogoutRedirectUris: [`${origin}${applicationPath}`],
    scopes: ["email", "profile", "policies", "offline_access"],
    resources: [apiId(origin)],
    handsOver: true,
  };
}

function apiAt(origin: string): Brand["resources"][number] {
  return { id: apiId(origin), scopes: ["policy:read", "bank-account:write"], signedBy: "RS256" };
}
