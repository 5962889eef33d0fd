import { redirect } from "react-router";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import { visitContext } from "../../visit/visit.ts";
import type { Route } from "./+types/gateway-answer.route";
import { readGatewayAnswer } from "./gateway-landing.rule.ts";

/** Where the gateway sends the browser after each try. `URL` in the address is untrusted: nobody is redirected to it. */
export function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { landing, shownCode, isLogout } = readGatewayAnswer(url.searchParams);
  if (landing.kind === "application") return redirect(visit.brand.applicationUrl ?? "/home", 303);
  if (landing.kind === "roadblock")
    return raiseRoadblock(visit, landing.roadblock, {
      ...(landing.roadblock === "forgot-password" && visit.signInPause ? { until: visit.signInPause } : {}),
      ...(landing.roadblock === "technical" && shownCode !== undefined ? { errorCode: shownCode } : {}),
    });
  if (landing.kind === "loginError") visit.session.notice = "loginError";
  else if (isLogout) visit.session.notice = "signedOut";
  return redirect("/", 303);
}
