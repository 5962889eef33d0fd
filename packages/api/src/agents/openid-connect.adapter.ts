import { type StaffRole, staffRoles } from "@vestibule/catalogue/team.table.ts";
import { agentId } from "@vestibule/contract/internal/support-desk.schema.ts";
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  None,
  ResponseBodyError,
} from "openid-client";
import { tlsReason } from "../platform/certificate-fault.rule.ts";
import { faultCode } from "../platform/fault-code.rule.ts";
import type { AgentIdentityProvider, AgentIdentityResult } from "./agent-identity.port.ts";

export interface OpenIdConnectSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Claim that identifies the agent in the audit trail. */
  idClaim: string;
  /** Claim with the agent's roles (one or a list), and the value that grants each role. */
  roleClaim: string;
  roles: Readonly<Record<StaffRole, string>>;
}

const timeoutSeconds = 5;

/** Fetches the issuer's metadata. Plain HTTP is allowed here because the settings check rejects it for public hosts. */
export function discoverIssuer({ issuer, clientId }: Pick<OpenIdConnectSettings, "issuer" | "clientId">) {
  const execute = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
  return discovery(new URL(issuer), clientId, undefined, None(), { execute, timeout: timeoutSeconds });
}

/** Authorization code flow with PKCE, state and nonce. The signature of the ID token is always verified. */
export function openIdConnectProvider(settings: OpenIdConnectSettings): AgentIdentityProvider {
  let found: Promise<Configuration> | undefined;

  async function configuration(): Promise<Configuration> {
    found ??= discoverIssuer(settings).then((discovered) => withSecret(settings, discovered));
    return found.catch((fault: unknown) => {
      found = undefined;
      throw fault;
    });
  }

  return {
    name: JSON.stringify([settings.issuer, settings.clientId]),
    async authorizationUrl(redirectUri, { state, nonce, codeVerifier }) {
      try {
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: "openid",
          response_type: "code",
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: "S256",
        });
        return url.href;
      } catch {
        return undefined;
      }
    },
    async identify(callbackUrl, { state, nonce, codeVerifier }) {
      try {
        const tokens = await authorizationCodeGrant(await configuration(), callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return toResult(settings, tokens.claims());
      } catch (fault) {
        return toFailure(fault);
      }
    },
  };
}

/** Uses client_secret_basic, also when the metadata lists no methods, unless the issuer lists only others. */
function withSecret({ clientId, clientSecret }: OpenIdConnectSettings, discovered: Configuration): Configuration {
  const server = discovered.serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const authentication = methods.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
  const configuration = new Configuration(server, clientId, clientSecret, authentication(clientSecret));
  configuration.timeout = timeoutSeconds;
  enableNonRepudiationChecks(configuration);
  if (server.issuer.startsWith("http:")) allowInsecureRequests(configuration);
  return configuration;
}

function toResult(
  { idClaim, roleClaim, roles }: OpenIdConnectSettings,
  claims: IDToken | undefined,
): AgentIdentityResult {
  const id = agentId.safeParse(claims?.[idClaim]);
  if (!id.success) return { kind: "unfitId" };
  const roleClaims = [claims?.[roleClaim]].flat();
  const granted = staffRoles.filter((role) => roleClaims.includes(roles[role]));
  return granted.length === 0
    ? { kind: "noRole", agentId: id.data }
    : { kind: "identified", agentId: id.data, roles: granted };
}

/** Errors without an OAuth response: a timeout, an aborted request, or an error page of a proxy. */
const unavailableCodes: ReadonlySet<string> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
]);

/** An error response of the provider is a denial; no response means that the provider is unavailable. */
function toFailure(fault: unknown): AgentIdentityResult {
  if (fault instanceof AuthorizationResponseError) return { kind: "denied", fault: fault.error };
  if (fault instanceof ResponseBodyError)
    return { kind: fault.status < 500 ? "denied" : "unavailable", fault: fault.error };
  const reason = tlsReason(fault);
  if (reason !== undefined) return { kind: "unavailable", fault: reason };
  const code = faultCode(fault);
  const isUnavailable = code === undefined || unavailableCodes.has(code);
  return {
    kind: isUnavailable ? "unavailable" : "denied",
    fault: code ?? (fault instanceof Error ? fault.name : "unknown"),
  };
}
