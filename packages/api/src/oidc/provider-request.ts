import { AsyncLocalStorage } from "node:async_hooks";
import type { AdapterPayload } from "oidc-provider";
import type { GatewaySession } from "../accounts/gateway-session.store.ts";

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
  authorized?: { clientId: string; accountId: string };
  /** Why a request of an application was refused; `clientId` and `isPublic` of a registered one. */
  refused?: { error: string; clientId: string | undefined; isPublic: boolean };
}

export const providerRequests = new AsyncLocalStorage<ProviderRequest>();
