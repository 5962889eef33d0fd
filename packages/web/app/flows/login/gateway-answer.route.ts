import { requestedApplicationUrl } from "@vestibule/contract/brand/brand.rule.ts";
import { signInPauseName } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { redirect } from "react-router";
import { handleApiFailure } from "../../api/account-api.server.ts";
import { askForNewPassword, hasGatewaySession } from "../../gateway/hand-off.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import type { Route } from "./+types/gateway-answer.route";
import { forgetPerson, prefillFailedLogin, reportFailedLogin } from "./failed-login.server.ts";
import { readGatewayAnswer } from "./gateway-outcome.rule.ts";

/**
 * The gateway redirects here after each attempt. The `URL` query parameter is untrusted and never used as a redirect
 * target.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const { outcome, shownCode, isLogout } = readGatewayAnswer(url.searchParams);
  switch (outcome.kind) {
    case "application":
      await forgetPerson(requestContext);
      return redirect(leaveForApplication(requestContext), 303);
    case "loginError": {
      if (url.searchParams.get("URL") === "/pkmspasskey.form") {
        requestContext.session.notice = "passkeyRefused";
        return redirect("/", 303);
      }
      // The sign-in ticket has expired: the person logs in with the new password.
      if (requestContext.session.finishedReset !== undefined) return askForNewPassword(requestContext);
      const enough = await reportFailedLogin(requestContext);
      if (enough !== undefined) return handleApiFailure(requestContext, enough);
      requestContext.session.notice = "loginError";
      return redirect("/", 303);
    }
    case "roadblock": {
      await prefillFailedLogin(requestContext);
      const until =
        outcome.roadblock === "forgot-password" ? requestContext.cookies.readSigned(signInPauseName) : undefined;
      return raiseRoadblock(requestContext, outcome.roadblock, {
        ...(until === undefined ? {} : { until }),
        ...(outcome.roadblock === "technical" && shownCode !== undefined ? { errorCode: shownCode } : {}),
      });
    }
    case "login":
      await (isLogout ? forgetPerson(requestContext) : prefillFailedLogin(requestContext));
      if (isLogout) requestContext.session.notice = "signedOut";
      else if (hasGatewaySession(requestContext)) requestContext.session.notice = "signInEnded";
      return redirect("/", 303);
  }
}

/** Where to go after sign-in; clears the handoff parameters that brought the person here. */
function leaveForApplication({ brand, session }: PortalRequestContext): string {
  const asked = requestedApplicationUrl(brand, session.singleSignOn?.clientLoginAction);
  delete session.singleSignOn;
  return asked ?? brand.applicationUrl ?? "/account";
}
