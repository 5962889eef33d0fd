import { redirect } from "react-router";
import { leaveFor } from "../../answer/account-api.server.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import { visitContext } from "../../visit/visit.ts";
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
      return redirect(visit.brand.applicationUrl ?? "/home", 303);
    case "loginError": {
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
      return redirect("/", 303);
  }
}
