import { AsyncLocalStorage } from "node:async_hooks";
import type { AdapterPayload } from "oidc-provider";
import type { GatewaySession } from "../accounts/gateway-session.store.ts";

/** What the library's callbacks need of the request that it handles. */
export interface ProviderRequest {
  /** The browser's active gateway session. */
  session: GatewaySession | undefined;
  /** The provider's session of a browser that is not signed in; kept for this request only. */
  draft?: AdapterPayload;
  /** Whether the person confirmed a sign-out; the applications then learn of it from the ended gateway session. */
  isSigningOut?: boolean;
  /** Set when the sign-out was accepted. */
  signedOut?: true;
  /** The application that the person is sent back to, signed in. */
  authorized?: { clientId: string; accountId: string };
}

export const providerRequests = new AsyncLocalStorage<ProviderRequest>();
