import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";

/** What waits in the account: the end of a change that has not settled, a driver's request. A page works without. */
export async function readSession(requestContext: PortalRequestContext) {
  const result = await sessionApi(requestContext, credentialEndpoints).session();
  return result.kind === "ok" ? result.data : { settlingUntil: undefined, hasHouseholdRequest: undefined };
}
