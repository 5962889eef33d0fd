import { gatewaySessionHeader } from "@vestibule/contract/account/account-call.schema.ts";
import type { AccountCall } from "../../accounts/account-call.rule.ts";
import { findAccountSession } from "../../accounts/gateway-session.store.ts";
import { sessionIdHashes } from "../../accounts/session-id.rule.ts";
import type { ApiDeps } from "../../deps.ts";
import type { authorizedEndpoints, EndpointContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";

export type AddOwnEndpoint = ReturnType<typeof authorizedEndpoints<AccountCall>>;

/** The session id is never read from a cookie, so a request that another site causes is not signed in. */
export function accountSessionGuard(deps: Pick<ApiDeps, "database" | "keys">) {
  return async (context: EndpointContext): Promise<AccountCall | Response> => {
    const idHashes = sessionIdHashes(deps, context.req.header(gatewaySessionHeader) ?? "");
    const requestContext = context.get("requestContext");
    const session =
      idHashes && (await findAccountSession(deps.database, { idHashes, brandId: requestContext.brand.id }));
    return session ? { requestContext, session } : accountErrorResponse("sessionEnded");
  };
}
