import { flow } from "@vestibule/catalogue/flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { redirect } from "react-router";
import { sendNewCode } from "../screens/recovery/verify/send-new-code.server.ts";
import { beginFinding, beginInRole } from "../screens/registration/flow/begin-finding.server.ts";
import { takesLegacyRoad } from "../visit/registration-start.rule.ts";
import { visitContext } from "../visit/visit.ts";
import type { Route } from "./+types/leave.route";
import { brokenJourney } from "./broken-journey.rule.ts";
import { leaveRoadblock } from "./leave-roadblock.server.ts";
import { addressOfWay, isAddressWay } from "./way-out.rule.ts";

/** The buttons of a roadblock: clears it with what it resets, then goes where the way leads. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const way = (await request.formData()).get("way");
  const road = takesLegacyRoad(visit) ? "legacy" : "smart";
  const facts = {
    marketingUrl: visit.brand.marketingUrl[visit.language],
    registration: road === "legacy" ? legacyFlow.IDENTIFICATION.path : flow.ACCOUNT_TYPE.path,
    broken: brokenJourney(visit.session),
    from: visit.session.roadblock?.from,
  };
  const { otherRole } = visit.session.roadblock ?? {};
  await leaveRoadblock(visit);
  if (way === "changeRole" && otherRole !== undefined) return beginInRole({ visit, url }, otherRole);
  if (way === "newCode") return sendNewCode(visit);
  if (way === "findAddress") return beginFinding({ visit, url }, road);
  return redirect(isAddressWay(way) ? addressOfWay(way, facts) : "/", 303);
}

export function loader() {
  return redirect("/");
}
