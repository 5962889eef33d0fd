import { gatewaySessionHeader } from "@vestibule/contract/account/gateway-session.schema.ts";
import { type AccountSession, findAccountSession } from "../../accounts/gateway-session.store.ts";
import { sessionIdHashes } from "../../accounts/session-id.rule.ts";
import type { ApiDeps } from "../../deps.ts";
import type { CallContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";

/**
 * Identifies the signed-in person of a call by the session id in its header. The id is never read from a cookie, so a
 * request that another site causes is not signed in.
 */
export function accountSessionGuard(deps: Pick<ApiDeps, "database" | "keys">) {
  return async (context: CallContext): Promise<AccountSession | Response> => {
    const idHashes = sessionIdHashes(deps, context.req.header(gatewaySessionHeader) ?? "");
    const { brand } = context.get("requestContext");
    const session = idHashes && (await findAccountSession(deps.database, { idHashes, brandId: brand.id }));
    return session ?? accountErrorResponse("sessionEnded");
  };
}
