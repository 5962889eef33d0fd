import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import {
  type ApiCaller,
  type ApiClient,
  type ApiClientSettings,
  type CallInput,
  createClient,
} from "@vestibule/contract/api.client.ts";
import { readGatewaySessionId } from "@vestibule/contract/cookies/gateway-session.rule.ts";
import { trustedDeviceCookieName, trustedDeviceHeader } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { policyNumberRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { redirect } from "react-router";
import { type FormError, redrawForm } from "../form/form-error.ts";
import type { FormValues } from "../form/form-values.ts";
import { retryAt } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { maintenanceBypassSlice } from "../request/session-slice.server.ts";
import { raiseRoadblock } from "../roadblock/raise-roadblock.server.ts";
import { resetLinkEnd } from "../roadblock/reset-expiry.rule.ts";
import { policyNumberRegistrationSlice, registrationSlice } from "../shared-slices/registration-slices.server.ts";
import type { PageErrorHandling } from "./error-handling.rule.ts";

type Endpoints = Parameters<typeof createClient>[0];
/** The calls of `ApiClient` without their first argument, the caller, which is the same for a whole request. */
type CallsOfRequest<Calls extends Endpoints> = {
  [Name in keyof Calls]: (...input: CallInput<Calls[Name]>) => ReturnType<ApiClient<Calls>[Name]>;
};

/**
 * Client of some endpoints of the API on behalf of this request. `by` adds to the caller, such as a token or a gateway
 * session. A call without a response within `timeoutMilliseconds` fails.
 */
export function apiClient<Calls extends Endpoints>(
  { api, brand, province, language, session }: PortalRequestContext,
  endpoints: Calls,
  { timeoutMilliseconds, ...by }: Partial<ApiCaller> & Pick<ApiClientSettings, "timeoutMilliseconds"> = {},
): CallsOfRequest<Calls> {
  const bypass = session.get(maintenanceBypassSlice) && { maintenancePageBypass: session.get(maintenanceBypassSlice) };
  const caller = { apiKey: brand.apiKey ?? brand.id, province, language, ...bypass, ...by };
  const client = createClient(endpoints, {
    // Only the path counts: the server decides where the API is.
    baseUrl: "http://api.internal",
    fetch: (request) => api.fetch(request),
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
  });
  const calls = Object.entries(client).map(([name, call]) => [name, call.bind(undefined, caller)]);
  return Object.fromEntries(calls) as CallsOfRequest<Calls>;
}

/** Client of the account's endpoints, with the id of the gateway session that the browser's cookies have. */
export function sessionApi<Calls extends Endpoints>(requestContext: PortalRequestContext, endpoints: Calls) {
  const gatewaySession = readGatewaySessionId(requestContext.cookies.read, requestContext) ?? "";
  return apiClient(requestContext, endpoints, { gatewaySession });
}

/** Header with the trusted device of this browser, where it has one. */
export function trustedDeviceHeaders(requestContext: PortalRequestContext): Record<string, string> {
  const device = requestContext.cookies.read(trustedDeviceCookieName(requestContext));
  return device ? { [trustedDeviceHeader]: device } : {};
}

/** Client of password recovery, with the trusted device of this browser. */
export function recoveryApi(requestContext: PortalRequestContext) {
  return apiClient(requestContext, recoveryEndpoints, { headers: trustedDeviceHeaders(requestContext) });
}

export function policyNumberApi(requestContext: PortalRequestContext) {
  return apiClient(requestContext, policyNumberRegistrationEndpoints);
}

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
