import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { type ApiCaller, createClient } from "@vestibule/contract/api.client.ts";
import { gatewaySessionCookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { trustedDeviceCookieName, trustedDeviceHeader } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { redirect } from "react-router";
import { type Refusal, redrawForm } from "../form/form-answer.ts";
import type { FormValues } from "../form/form-values.ts";
import { retryAt } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { raiseRoadblock } from "../roadblock/raise-roadblock.server.ts";
import { resetLinkEnd } from "../roadblock/reset-expiry.rule.ts";
import type { PageOutcome } from "./response-outcome.rule.ts";

/** Client of some endpoints of the API and the caller's identity, on behalf of this request. */
export function accountApi<Endpoints extends Parameters<typeof createClient>[0]>(
  { api, brand, province, language }: PortalRequestContext,
  endpoints: Endpoints,
) {
  const caller: ApiCaller = { apiKey: brand.apiKey ?? brand.id, province, language };
  return {
    client: createClient(endpoints, { baseUrl: api.baseUrl, fetch: (request) => api.fetch(request) }),
    caller,
  };
}

/** Client of the account's endpoints, with the id of the gateway session that the browser's cookie has. */
export function sessionApi<Endpoints extends Parameters<typeof createClient>[0]>(
  requestContext: PortalRequestContext,
  endpoints: Endpoints,
) {
  const { client, caller } = accountApi(requestContext, endpoints);
  const gatewaySession = requestContext.cookies.read(gatewaySessionCookieName(requestContext)) ?? "";
  return { client, caller: { ...caller, gatewaySession } };
}

/** API v1 client for password recovery, with this request's caller. */
export function recoveryApi(requestContext: PortalRequestContext) {
  const { client, caller } = accountApi(requestContext, recoveryEndpoints);
  const device = requestContext.cookies.read(trustedDeviceCookieName(requestContext));
  const headers = device === undefined ? {} : { headers: { ...caller.headers, [trustedDeviceHeader]: device } };
  return { client, caller: { ...caller, ...headers } };
}

/** Path of the method chooser of the flow under way; the login page when there is none. */
export function chooserPath({ session }: PortalRequestContext): string {
  if (session.policyNumberRegistration !== undefined) return policyNumberFlow.VALIDATION.path;
  return session.registration === undefined ? "/" : flow.VERIFY_OPTIONS.path;
}

/**
 * Redirects where a failed call leads that its page does not handle itself; without a row of its own, to the technical
 * roadblock. `facts` are added to the roadblock.
 */
export function handleApiFailure(
  requestContext: PortalRequestContext,
  outcome: PageOutcome,
  facts: Parameters<typeof raiseRoadblock>[2] = {},
): Response {
  switch (outcome.kind) {
    case "twoFactor":
      return redirect(chooserPath(requestContext), 303);
    case "roadblock": {
      const { roadblock, until, resetMailed, newCode, shownCode, codes } = outcome;
      return raiseRoadblock(requestContext, roadblock, {
        ...facts,
        ...(until !== undefined && { until }),
        ...(resetMailed && { mailedUntil: resetLinkEnd(requestContext.now) }),
        ...(newCode && { newCode }),
        ...(roadblock === "pin-difficulties" && { letter: "offered" }),
        ...(shownCode !== undefined && { errorCode: shownCode }),
        ...(codes && { codes }),
      });
    }
    case "softRoadblock":
      return raiseRoadblock(requestContext, "technical", { ...facts, errorCode: outcome.shownCode });
    case "passes":
    case "wait":
      return raiseRoadblock(requestContext, "technical", facts);
  }
}

/** Draws a form again that was sent too often, with the time of the next attempt. */
export function drawRetryLater(requestContext: PortalRequestContext, seconds: number, values: FormValues) {
  return redrawForm<Refusal & { alert: "wait" }>({
    ...{ faults: {}, values, alert: "wait" },
    retryAt: retryAt(requestContext, seconds),
  });
}
