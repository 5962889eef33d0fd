import type { AgentRole } from "@vestibule/catalogue/support.table.ts";

/** What the server keeps of a sign-in under way. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type AgentIdentityResult =
  | { kind: "identified"; agentId: string; role: AgentRole }
  /** `denied`: by the provider, or a check of its answer failed; `fault` is a code for the log. */
  | { kind: "denied"; fault: string }
  /** The provider named an agent whose claim holds neither role. */
  | { kind: "noRole"; agentId: string }
  /** The claim that names the agent is missing, or holds what the audit trail does not keep, such as an e-mail. */
  | { kind: "unfitId" }
  | { kind: "unavailable"; fault: string };

/** Where agents prove who they are: the insurer's OpenID provider. */
export interface AgentIdentityProvider {
  /** Issuer and client id; sessions end when they change. */
  name: string;
  /** Undefined while the provider cannot be reached. */
  authorizationUrl(redirectUri: string, secrets: SignInSecrets): Promise<string | undefined>;
  /** `callbackUrl`: as the provider sent the browser to it. */
  identify(callbackUrl: URL, secrets: SignInSecrets): Promise<AgentIdentityResult>;
}
