import { askedApplication } from "@vestibule/contract/brand/asked-application.rule.ts";
import { redirect } from "react-router";
import { leaveFor } from "../../answer/account-api.server.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import { tellSignInEnd } from "../../visit/tell-sign-in-end.server.ts";
import { type PortalVisit, visitContext } from "../../visit/visit.ts";
import { askForNewPassword } from "../recovery/reset/reset-ending.server.ts";
import type { Route } from "./+types/gateway-answer.route";
import { fillInBounced, forgetLogin, hearRefusal } from "./bounced-login.server.ts";
import { readGatewayAnswer } from "./gateway-landing.rule.ts";

/** Where the gateway sends the browser after each try. `URL` in the address is untrusted: nobody is redirected to it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { landing, shownCode, isLogout } = readGatewayAnswer(url.searchParams);
  switch (landing.kind) {
    case "application":
      await forgetLogin(visit);
      return redirect(leaveForApplication(visit), 303);
    case "loginError": {
      // A ticket that was past: the new password signs in.
      if (visit.session.finishedReset !== undefined) return askForNewPassword(visit);
      const enough = await hearRefusal(visit);
      if (enough !== undefined) return leaveFor(visit, enough);
      visit.session.notice = "loginError";
      return redirect("/", 303);
    }
    case "roadblock":
      await fillInBounced(visit);
      return raiseRoadblock(visit, landing.roadblock, {
        ...(landing.roadblock === "forgot-password" && visit.signInPause ? { until: visit.signInPause } : {}),
        ...(landing.roadblock === "technical" && shownCode !== undefined ? { errorCode: shownCode } : {}),
      });
    case "login":
      await (isLogout ? forgetLogin(visit) : fillInBounced(visit));
      if (isLogout) visit.session.notice = "signedOut";
      else tellSignInEnd(visit);
      return redirect("/", 303);
  }
}

/** Where somebody who has signed in goes; what brought them here has been said. */
function leaveForApplication({ brand, session }: PortalVisit): string {
  const asked = askedApplication(brand, session.singleSignOn?.clientLoginAction);
  delete session.singleSignOn;
  return asked ?? brand.applicationUrl ?? "/home";
}
