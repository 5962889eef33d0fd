import { AsyncLocalStorage } from "node:async_hooks";
import type { AdapterPayload } from "oidc-provider";
import type { GatewaySession } from "../accounts/gateway-session.store.ts";

/** Data of a request that the library's callbacks need. */
export interface ProviderRequest {
  session: GatewaySession | undefined;
  /** Provider session of a browser that is not signed in; it exists for this request only. */
  draft?: AdapterPayload;
  /** Whether the person confirmed a sign-out; the end of the gateway session is then announced to the applications. */
  isSigningOut?: boolean;
  /** Set when the sign-out was accepted. */
  signedOut?: true;
  /** The application that receives the signed-in person. */
  authorized?: { clientId: string; accountId: string };
}

export const providerRequests = new AsyncLocalStorage<ProviderRequest>();
