import { flow } from "@vestibule/catalogue/flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { type ApiCaller, type ApiClientSettings, createClient } from "@vestibule/contract/api.client.ts";
import { trustedDeviceCookieName, trustedDeviceHeader } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { redirect } from "react-router";
import { raiseRoadblock } from "../roadblock/raise-roadblock.server.ts";
import { resetLinkEnd } from "../visit/proof-end.rule.ts";
import type { PortalRequestContext } from "../visit/request-context.ts";
import type { PageOutcome } from "./response-outcome.rule.ts";

/** Client settings and caller identity for calls to API v1 on behalf of this request. */
export function accountApi(requestContext: PortalRequestContext): { settings: ApiClientSettings; caller: ApiCaller } {
  const { api, brand, province, language } = requestContext;
  return {
    settings: { baseUrl: api.baseUrl, fetch: (request) => api.fetch(request) },
    caller: { apiKey: brand.apiKey ?? brand.id, province, language },
  };
}

/** API v1 client for password recovery, with this request's caller. */
export function recoveryApi(requestContext: PortalRequestContext) {
  const { settings, caller } = accountApi(requestContext);
  const device = requestContext.readCookie(trustedDeviceCookieName(requestContext));
  const headers = device === undefined ? {} : { headers: { ...caller.headers, [trustedDeviceHeader]: device } };
  return { client: createClient(recoveryEndpoints, settings), caller: { ...caller, ...headers } };
}

/** Path of the method chooser of the flow under way; the login page when there is none. */
export function chooserPath({ session }: PortalRequestContext): string {
  if (session.legacy !== undefined) return legacyFlow.VALIDATION.path;
  return session.registration === undefined ? "/" : flow.VERIFY_OPTIONS.path;
}

/** Redirects when the outcome of an API call is another page. */
export function leaveFor(
  requestContext: PortalRequestContext,
  outcome: Extract<PageOutcome, { kind: "twoFactor" | "roadblock" }>,
): Response {
  if (outcome.kind === "twoFactor") return redirect(chooserPath(requestContext), 303);
  const { roadblock, until, resetMailed, newCode, shownCode, codes } = outcome;
  return raiseRoadblock(requestContext, roadblock, {
    ...(until !== undefined && { until }),
    ...(resetMailed && { mailedUntil: resetLinkEnd(requestContext.now) }),
    ...(newCode && { newCode }),
    ...(roadblock === "pin-difficulties" && { letter: "offered" }),
    ...(shownCode !== undefined && { errorCode: shownCode }),
    ...(codes && { codes }),
  });
}
