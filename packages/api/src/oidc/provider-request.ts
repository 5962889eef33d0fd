import { AsyncLocalStorage } from "node:async_hooks";
import type { AdapterPayload } from "oidc-provider";
import type { GatewaySession } from "../accounts/gateway-session.store.ts";
import type { AcrRequests } from "./authentication-context.rule.ts";

export interface ProviderRequest {
  /** By how many seconds this process's clock is ahead of the database's. */
  aheadSeconds: number;
  session: GatewaySession | undefined;
  /** Provider session of a browser that is not signed in; it exists for this request only. */
  draft?: AdapterPayload;
  /** Whether the person confirmed a sign-out; the end of the gateway session is then announced to the applications. */
  isSigningOut?: boolean;
  signedOut?: true;
  /** A fault that the library caught; it is thrown again by the route. */
  fault?: Error;
  /** What the application requests of `acr`. */
  acr?: AcrRequests;
  /** Refresh token that this request replaces, once its successor is saved. */
  replaced?: string;
  /** Successor of the request's refresh token, which was replaced a moment ago. */
  successor?: string;
  /** Whether a concurrent request replaced the refresh token first. */
  lostReplacement?: boolean;
  /** Consent without which no grant is saved. */
  consent?: { clientId: string; accountId: string; scopes: readonly string[] };
  authorized?: { clientId: string; accountId: string; scopes: readonly string[] };
  /** Why a request of an application was refused; `clientId` and `isPublic` of a registered one. */
  refused?: { error: string; reason: string; clientId: string | undefined; isPublic: boolean };
}

export const providerRequests = new AsyncLocalStorage<ProviderRequest>();
