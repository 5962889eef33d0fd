import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type SignedInAgent, staffApi } from "../../staff/agent-session.server.ts";

/** Client of the support API for the signed-in agent, limited to references of this brand. */
export function supportDesk(requestContext: PortalRequestContext, session: Pick<SignedInAgent, "slice">) {
  return staffApi(requestContext, session, supportDeskEndpoints, { brandId: requestContext.brand.id });
}
