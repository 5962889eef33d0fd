import { ownScheme, plainLoopback } from "@vestibule/contract/brand/oidc-client.schema.ts";
import type { ClientMetadata } from "oidc-provider";
import type { ApiDeps } from "../deps.ts";
import { tokenExchange } from "./token-exchange.adapter.ts";

/** A client with its secret, which only a confidential one has. */
export type RegisteredClient = ReturnType<ApiDeps["oidcClients"]>[number];

/** The file of an application, in the words of the library. */
export function clientMetadata(client: RegisteredClient): ClientMetadata {
  return {
    client_id: client.id,
    ...authenticationOf(client),
    ...(client.requiresPushedRequests && { require_pushed_authorization_requests: true }),
    application_type: isOnDevice(client) ? "native" : "web",
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    ...(client.backchannelLogoutUri && {
      backchannel_logout_uri: client.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
    scope: ["openid", ...client.scopes].join(" "),
    grant_types: [
      "authorization_code",
      ...(client.scopes.includes("offline_access") ? ["refresh_token"] : []),
      ...(client.handsOver ? [tokenExchange] : []),
    ],
    response_types: ["code"],
    response_modes: ["query", "fragment", "form_post"],
    subject_type: "pairwise",
    ...(client.sectorIdentifierUri && { sector_identifier_uri: client.sectorIdentifierUri }),
    // The default of OpenID Connect, which clients expect by default.
    id_token_signed_response_alg: client.idTokenSignedResponseAlg ?? "RS256",
  };
}

/** Whether an application is on a device. There the port of a loopback URL does not count. */
function isOnDevice({ redirectUris, postLogoutRedirectUris }: RegisteredClient): boolean {
  const urls = [...redirectUris, ...postLogoutRedirectUris];
  const isDevice = (url: string) => plainLoopback.test(url) || ownScheme.test(url);
  // The library refuses these of a device.
  const isWebAlone = (url: string) =>
    !isDevice(url) && /^(?:http:|https:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/])/.test(url);
  return redirectUris.some(isDevice) && !urls.some(isWebAlone);
}

function authenticationOf({ type, jwks, secret }: RegisteredClient): Partial<ClientMetadata> {
  if (type === "public") return { token_endpoint_auth_method: "none" };
  if (jwks === undefined) return { client_secret: secret, token_endpoint_auth_method: "client_secret_basic" };
  return { jwks, token_endpoint_auth_method: "private_key_jwt" };
}
