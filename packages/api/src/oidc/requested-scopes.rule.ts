import type { KoaContextWithOIDC } from "oidc-provider";

type AuthorizationRequest = Pick<
  KoaContextWithOIDC["oidc"],
  "requestParamOIDCScopes" | "requestParamScopes" | "resourceServers"
>;

/** Scopes that an authorization request asks for: of OpenID Connect but `openid`, and of an API after its id. */
export function requestedScopes({
  requestParamOIDCScopes,
  requestParamScopes,
  resourceServers = {},
}: AuthorizationRequest): string[] {
  const ofApis = Object.entries(resourceServers).flatMap(([id, { scope }]) =>
    scope.split(" ").flatMap((one) => (requestParamScopes.has(one) ? [`${id} ${one}`] : [])),
  );
  return [...requestParamOIDCScopes].filter((scope) => scope !== "openid").concat(ofApis);
}
