import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { requestedApplicationUrl } from "@vestibule/contract/brand/brand.rule.ts";
import { signInPauseName } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { redirect } from "react-router";
import { handleApiFailure } from "../../api/api-failure.server.ts";
import { hasGatewaySession, requestNewPassword } from "../../gateway/hand-off.ts";
import { areCookiesBlocked, redirectWithCookieCheck } from "../../request/cookie-check.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import { browserRefusalsSlice, noticeSlice, singleSignOnSlice } from "../../shared-slices/login-slices.server.ts";
import { finishedResetSlice } from "../../shared-slices/recovery-slices.server.ts";
import type { Route } from "./+types/gateway-return.route";
import { forgetPerson, prefillFailedLogin, reportFailedLogin } from "./gateway-handoff.server.ts";
import { readGatewayReturn } from "./gateway-return.rule.ts";
import { interactionOf, keepInteraction, loginPath } from "./waiting-application.server.ts";

/**
 * The gateway redirects here after each attempt. The `URL` query parameter is untrusted and never used as a redirect
 * target.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const { result, shownCode, isLogout } = readGatewayReturn(url.searchParams);
  if (result.kind !== "login" && requestContext.cookies.isEmpty)
    return redirectWithCookieCheck(
      requestContext,
      areCookiesBlocked(requestContext, url) ? "/" : `${url.pathname}${url.search}`,
    );
  // Of the form, because another tab may have opened the login page of another application since.
  const interaction = interactionOf(requestContext, url);
  keepInteraction(requestContext.session, interaction);
  const loginPage = loginPath(interaction, new URL(requestContext.origin));
  switch (result.kind) {
    case "application":
      await forgetPerson(requestContext);
      return redirect(consumeApplicationUrl(requestContext), 303);
    case "loginError": {
      const passkeyNotice = passkeyNoticeOf(url);
      if (passkeyNotice !== undefined) {
        requestContext.session.set(noticeSlice, passkeyNotice);
        return redirect(loginPage, 303);
      }
      // The gateway refused the sign-in ticket of a password reset, so the person logs in with the new password.
      if (requestContext.session.has(finishedResetSlice)) return requestNewPassword(requestContext);
      countRefusal(requestContext);
      const lockout = await reportFailedLogin(requestContext);
      if (lockout !== undefined) return handleApiFailure(requestContext, lockout);
      requestContext.session.set(noticeSlice, "loginError");
      return redirect(loginPage, 303);
    }
    case "roadblock": {
      await prefillFailedLogin(requestContext);
      const { roadblock } = result;
      return raiseRoadblock(requestContext, roadblock, {
        until: roadblock === "forgot-password" ? requestContext.cookies.readSigned(signInPauseName) : undefined,
        errorCode: roadblock === "technical" ? shownCode : undefined,
        cause: shownCode?.toLowerCase() === gatewayResults.lockedUntilReset.code ? "newPassword" : undefined,
      });
    }
    case "login":
      await (isLogout ? forgetPerson(requestContext) : prefillFailedLogin(requestContext));
      if (isLogout) requestContext.session.set(noticeSlice, "signedOut");
      else if (hasGatewaySession(requestContext)) requestContext.session.set(noticeSlice, "signInEnded");
      return redirect(loginPage, 303);
  }
}

/** Counts a refused password of this browser, so that the account does not report it as another person's. */
function countRefusal({ session, now }: PortalRequestContext): void {
  session.set(browserRefusalsSlice, {
    count: (session.get(browserRefusalsSlice)?.count ?? 0) + 1,
    at: now.toISOString(),
  });
}

/** Notices of a refused passkey, by the path that the built-in gateway reports. */
const passkeyNotices: Readonly<Record<string, "passkeyRefused" | "passkeyUnknown" | "passkeyOff">> = {
  "/pkmspasskey.form": "passkeyRefused",
  "/pkmspasskey.form/unknown": "passkeyUnknown",
  "/pkmspasskey.form/off": "passkeyOff",
};

/** URL to redirect to after sign-in. Removes the sign-in parameters of the incoming link from the session. */
function consumeApplicationUrl({ brand, session }: PortalRequestContext): string {
  const requested = requestedApplicationUrl(brand, session.get(singleSignOnSlice)?.clientLoginAction);
  session.delete(singleSignOnSlice);
  return requested ?? brand.applicationUrl ?? "/account";
}

function passkeyNoticeOf({ searchParams }: URL) {
  return passkeyNotices[URL.parse(searchParams.get("URL") ?? "", "http://portal")?.pathname ?? ""];
}
