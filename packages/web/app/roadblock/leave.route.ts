import { flow } from "@vestibule/catalogue/flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { redirect } from "react-router";
import { sendNewCode } from "../flows/password-reset/forgot/begin-recovery.server.ts";
import { beginFinding, beginInRole } from "../flows/registration/flow/begin-finding.server.ts";
import { requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/leave.route";
import { exitUrl, isUrlExit } from "./exit.rule.ts";
import { interruptedFlow } from "./journey-at-fault.rule.ts";
import { leaveRoadblock } from "./leave-roadblock.server.ts";
import { usesLegacyRegistration } from "./registration-start.rule.ts";

/** Exit buttons of a roadblock: clears the roadblock, resets its state, then follows the exit. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const exit = (await request.formData()).get("way");
  const road = usesLegacyRegistration(requestContext) ? "legacy" : "smart";
  const facts = {
    marketingUrl: requestContext.brand.marketingUrl[requestContext.language],
    registration: road === "legacy" ? legacyFlow.IDENTIFICATION.path : flow.ACCOUNT_TYPE.path,
    broken: interruptedFlow(requestContext.session),
    from: requestContext.session.roadblock?.from,
  };
  const { otherRole } = requestContext.session.roadblock ?? {};
  await leaveRoadblock(requestContext);
  if (exit === "changeRole" && otherRole !== undefined) return beginInRole({ requestContext, url }, otherRole);
  if (exit === "newCode") return sendNewCode(requestContext);
  if (exit === "findAddress") return beginFinding({ requestContext, url }, road);
  return redirect(isUrlExit(exit) ? exitUrl(exit, facts) : "/", 303);
}

export function loader() {
  return redirect("/");
}
