import type { OidcClient } from "@vestibule/contract/brand/oidc-client.schema.ts";

export const applicationPath = "/demo/application";
export const callbackPath = `${applicationPath}/callback`;
export const applicationClientId = "demo-application";

/** The demo's application: public, since it runs where everybody may read its secret. */
export function demoApplication(origin: string): OidcClient {
  return {
    id: applicationClientId,
    name: { en: "Demo application", fr: "Application de démonstration" },
    type: "public",
    redirectUris: [`${origin}${callbackPath}`],
    postLogoutRedirectUris: [`${origin}${applicationPath}`],
    scopes: ["email", "profile", "policies"],
  };
}
