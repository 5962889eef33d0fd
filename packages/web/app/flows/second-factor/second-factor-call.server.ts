import { readGatewaySessionId } from "@vestibule/contract/cookies/gateway-session.rule.ts";
import { pendingSignInCookieName } from "@vestibule/contract/cookies/pending-sign-in.rule.ts";
import {
  type PendingSignInResponse,
  pendingSignInEndpoints,
  type WaitingResponse,
} from "@vestibule/contract/v1/second-factor.endpoint.ts";
import { redirect, redirectDocument } from "react-router";
import { apiClient, trustedDeviceHeaders } from "../../api/api-client.server.ts";
import { chooserPath, handleApiFailure } from "../../api/api-failure.server.ts";
import { type FailedResult, findErrorHandling, isRejected } from "../../api/error-handling.rule.ts";
import { redirectWithCookieCheck } from "../../request/cookie-check.server.ts";
import { safeQuery } from "../../request/entry-query.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type LoginNoticeId, noticeSlice } from "../../shared-slices/login-slices.server.ts";
import { provenPath } from "./second-factor-path.table.ts";
import { type SecondFactorChoices, secondFactorSlice } from "./session-slice.server.ts";

type Ended = Extract<PendingSignInResponse, { state: "ended" }>["ended"];

const idOf = ({ cookies, origin }: PortalRequestContext) => cookies.read(pendingSignInCookieName({ origin })) ?? "";

/** Client of the second proof, with the pending sign-in that the browser's cookie names, and its trusted device. */
export function secondFactorApi(requestContext: PortalRequestContext) {
  const headers = trustedDeviceHeaders(requestContext);
  return apiClient(requestContext, pendingSignInEndpoints, { pendingSignIn: idOf(requestContext), headers });
}

/** The choices of this pending sign-in; those of an earlier one are dropped. */
export function choicesOf(requestContext: PortalRequestContext): SecondFactorChoices {
  const { session } = requestContext;
  const of = idOf(requestContext).slice(0, 12);
  const known = session.get(secondFactorSlice);
  if (known?.of === of) return known;
  const choices: SecondFactorChoices = { of };
  session.set(secondFactorSlice, choices);
  return choices;
}

/** Keeps for the page why no code was sent, and when one can be. */
export function flashRefusedCode(requestContext: PortalRequestContext, result: FailedResult): void {
  const choices = choicesOf(requestContext);
  if (isRejected(result, { status: 403, errorCode: 3002 })) {
    Object.assign(choices, { flash: "full", retryAt: result.error.until });
    return;
  }
  const handling = findErrorHandling(result);
  if (handling.kind !== "wait") return;
  const retryAt = new Date(requestContext.now.getTime() + handling.seconds * 1000).toISOString();
  Object.assign(choices, { flash: handling.isCodeJustSent ? "tooSoon" : "wait", retryAt });
}

const notices: Readonly<Partial<Record<Ended, LoginNoticeId>>> = {
  expired: "secondFactorExpired",
  wrongCodes: "secondFactorWrong",
  denied: "secondFactorDenied",
};

/** Redirects from the page of a sign-in that has ended: to the gateway, or to the login page, which says why. */
export function leavePending(
  { session }: PortalRequestContext,
  pending: Exclude<PendingSignInResponse, { state: "waiting" }>,
): Response {
  if (pending.state === "proven") return redirectDocument(provenPath, 303);
  session.set(noticeSlice, notices[pending.ended] ?? "secondFactorEnded");
  return redirect("/", 303);
}

/**
 * Without a pending sign-in: the methods of the flow in progress, the account of a browser that another tab has logged
 * in, or the login page, with the safe query of a URL.
 */
export function leaveWithoutPending(requestContext: PortalRequestContext, url?: URL): Response {
  const path = chooserPath(requestContext);
  if (path === "/" && readGatewaySessionId(requestContext.cookies.read, requestContext) !== undefined)
    return redirectDocument("/account", 303);
  return redirectWithCookieCheck(requestContext, `${path}${url === undefined ? "" : safeQuery(url)}`);
}

/** The pending sign-in of the browser, which waits; throws the response that leads on where it does not. */
export async function readWaiting(requestContext: PortalRequestContext, url?: URL): Promise<WaitingResponse> {
  const result = await secondFactorApi(requestContext).read();
  if (isRejected(result, { status: 404 })) throw leaveWithoutPending(requestContext, url);
  if (result.kind !== "ok") throw handleApiFailure(requestContext, findErrorHandling(result));
  if (result.data.state !== "waiting") throw leavePending(requestContext, result.data);
  return result.data;
}

/** The sign-in ended while its page was open. */
export async function leaveWithReason(requestContext: PortalRequestContext): Promise<Response> {
  const result = await secondFactorApi(requestContext).read();
  if (result.kind === "ok" && result.data.state !== "waiting") return leavePending(requestContext, result.data);
  return leaveWithoutPending(requestContext);
}
