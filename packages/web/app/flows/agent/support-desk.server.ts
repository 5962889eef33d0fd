import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import { apiClient } from "../../api/api-client.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { agentCaller, type SignedInAgent } from "../../staff/agent-session.server.ts";

/** Client of the support API for the signed-in agent, limited to references of this brand. */
export function supportDesk(requestContext: PortalRequestContext, { slice }: Pick<SignedInAgent, "slice">) {
  const by = { ...agentCaller(requestContext, slice.token), brandId: requestContext.brand.id };
  return apiClient(requestContext, supportDeskEndpoints, by);
}
