import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { redirect } from "react-router";
import { type FormError, redrawForm } from "../form/form-error.ts";
import type { FormValues } from "../form/form-values.ts";
import { retryAt } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { raiseRoadblock } from "../roadblock/raise-roadblock.server.ts";
import { resetLinkEnd } from "../roadblock/reset-expiry.rule.ts";
import { policyNumberRegistrationSlice, registrationSlice } from "../shared-slices/registration-slices.server.ts";
import type { PageErrorHandling } from "./error-handling.rule.ts";

/** Path of the page of verification methods in the flow in progress; the login page if no flow is in progress. */
export function chooserPath({ session }: PortalRequestContext): string {
  if (session.has(policyNumberRegistrationSlice)) return policyNumberFlow.VALIDATION.path;
  return session.has(registrationSlice) ? flow.VERIFY_OPTIONS.path : "/";
}

/**
 * Redirects after a failed call that its page does not handle itself. A handling without a page leads to the
 * technical roadblock. `facts` are added to the roadblock in the session.
 */
export function handleApiFailure(
  requestContext: PortalRequestContext,
  handling: PageErrorHandling,
  facts: Parameters<typeof raiseRoadblock>[2] = {},
): Response {
  switch (handling.kind) {
    case "twoFactor":
      return redirect(chooserPath(requestContext), 303);
    case "roadblock": {
      const { roadblock, until, resetMailed, newCode, shownCode: errorCode, cause } = handling;
      const mailedUntil = resetMailed && resetLinkEnd(requestContext.now);
      const letter = roadblock === "pin-difficulties" ? "offered" : undefined;
      return raiseRoadblock(requestContext, roadblock, {
        until,
        mailedUntil,
        newCode,
        letter,
        errorCode,
        cause,
        ...facts,
      });
    }
    case "errorDialog":
      return raiseRoadblock(requestContext, "technical", { ...facts, errorCode: handling.shownCode });
    case "handledByPage":
    case "wait":
      return raiseRoadblock(requestContext, "technical", facts);
  }
}

/** Renders a form again that was sent too often, with the time from which it can be sent again. */
export function drawRetryLater(requestContext: PortalRequestContext, seconds: number | undefined, values: FormValues) {
  return redrawForm<FormError & { alert: "wait" }>({
    errors: {},
    values,
    alert: "wait",
    retryAt: retryAt(requestContext, seconds),
  });
}
