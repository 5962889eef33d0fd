import { decodeJwt } from "jose";
import type { Provider } from "oidc-provider";

const requestUri = /^urn:ietf:params:oauth:request_uri:(.+)$/;

/** Reads the parameters of an authorization request: of its query, or as the application pushed them (RFC 9126). */
export async function readAuthorizationParameters(
  { PushedAuthorizationRequest }: Provider,
  query: URLSearchParams,
): Promise<Record<string, unknown>> {
  const [, id] = requestUri.exec(query.get("request_uri") ?? "") ?? [];
  const pushed = id === undefined ? undefined : await PushedAuthorizationRequest.find(id, { ignoreExpiration: true });
  if (pushed === undefined) return Object.fromEntries(query);
  // The library keeps this parameter as an object.
  const { claims, ...parameters } = decodeJwt(pushed.request);
  return { ...parameters, claims: JSON.stringify(claims) };
}
