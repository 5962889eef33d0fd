import type { StaffRole } from "@vestibule/catalogue/team.table.ts";

export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type AgentIdentityResult =
  | { kind: "identified"; agentId: string; roles: StaffRole[] }
  /** The provider denied the sign-in, or a check of its response failed; `fault` is a code for the log. */
  | { kind: "denied"; fault: string }
  /** The agent is identified, but the role claim contains no role of the portal. */
  | { kind: "noRole"; agentId: string }
  /** The id claim is missing, or contains personal data that the audit trail must not store, such as an e-mail. */
  | { kind: "unfitId" }
  | { kind: "unavailable"; fault: string };

/** Authenticates agents and the digital team at the insurer's OpenID provider. */
export interface AgentIdentityProvider {
  /** Issuer and client id; sessions end when they change. */
  name: string;
  /** Undefined while the provider is unavailable. */
  authorizationUrl(redirectUri: string, secrets: SignInSecrets): Promise<string | undefined>;
  /** `callbackUrl`: the full URL of the provider's redirect. */
  identify(callbackUrl: URL, secrets: SignInSecrets): Promise<AgentIdentityResult>;
}
