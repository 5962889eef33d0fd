import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import { drawRetryLater, handleApiFailure } from "../../../api/api-failure.server.ts";
import type { PageErrorHandling } from "../../../api/error-handling.rule.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { linkSlice } from "../../../shared-slices/link-slices.server.ts";
import { recoverySlice } from "../../../shared-slices/recovery-slices.server.ts";

export interface FailedForm {
  /** Page of the form; undefined if a link from a message opened it. */
  page: RecoveryPage | undefined;
  values: FormValues;
}

/** Handles a failure that belongs to no field. A limit ends the reset; after an outage it can continue. */
export function handleResetFailure(
  requestContext: PortalRequestContext,
  handling: PageErrorHandling,
  { page, values }: FailedForm,
) {
  if (handling.kind === "wait") return drawRetryLater(requestContext, handling.seconds, values);
  const isOutage = handling.kind !== "roadblock" || ["technical", "maintenance"].includes(handling.roadblock);
  if (!isOutage) {
    requestContext.session.delete(recoverySlice, linkSlice);
  }
  return handleApiFailure(requestContext, handling, { recoveryAt: isOutage ? page : undefined });
}
