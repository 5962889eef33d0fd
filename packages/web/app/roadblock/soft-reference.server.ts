import { errorDialogs } from "@vestibule/catalogue/error-dialog.table.ts";
import { createSupportReference } from "../frame/help-api.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { flowInProgress } from "./flow-in-progress.server.ts";

/** Reference for an internal error that is shown without leaving the page. Undefined when none could be created. */
export function softReference(
  requestContext: PortalRequestContext,
  { shownCode }: { shownCode: string },
): Promise<string | undefined> {
  const { agentCode } = errorDialogs["not-saved"];
  return createSupportReference(requestContext, {
    ...{ agentCode, shownCode },
    ...flowInProgress(requestContext.session),
  });
}
