import type { OidcScope } from "@vestibule/contract/brand/oidc-client.schema.ts";
import type { KoaContextWithOIDC } from "oidc-provider";

/** Claims of each scope; those of `openid` are in every ID token. */
export const claimsOfScopes: Record<"openid", string[]> & Partial<Record<OidcScope, string[]>> = {
  openid: ["sub", "brand", "acr", "amr", "auth_time"],
  email: ["email", "email_verified"],
  profile: ["locale", "given_name", "family_name"],
  policies: ["policies", "policies_flat"],
};

/** Scopes of single claims, which the parameter `claims` requests without their scope. */
export function scopesOfClaims(claims: Iterable<string>): string[] {
  const requested = new Set(claims);
  return Object.entries(claimsOfScopes).flatMap(([scope, names]) =>
    scope !== "openid" && names.some((name) => requested.has(name)) ? [scope] : [],
  );
}

type AuthorizationRequest = Pick<
  KoaContextWithOIDC["oidc"],
  "requestParamOIDCScopes" | "requestParamScopes" | "requestParamClaims" | "resourceServers"
>;

/** What an authorization request asks for: scopes of OpenID Connect but `openid`, and of an API after its id. */
export function requestedScopes({
  requestParamOIDCScopes,
  requestParamScopes,
  requestParamClaims,
  resourceServers = {},
}: AuthorizationRequest): string[] {
  const ofOpenId = new Set([...requestParamOIDCScopes, ...scopesOfClaims(requestParamClaims)]);
  const ofApis = Object.entries(resourceServers).flatMap(([id, { scope }]) =>
    scope.split(" ").flatMap((one) => (requestParamScopes.has(one) ? [`${id} ${one}`] : [])),
  );
  return [...ofOpenId].filter((scope) => scope !== "openid").concat(ofApis);
}
