import { leaveFor } from "../../answer/account-api.server.ts";
import type { PageOutcome } from "../../answer/response-outcome.rule.ts";
import { refuse } from "../../form/form-answer.ts";
import type { FormValues } from "../../form/form-values.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import { againAt } from "../../visit/again-at.server.ts";
import type { PortalVisit } from "../../visit/visit.ts";

/** An answer that ends the try: the page stays and says from when another is heard, or a roadblock says why. */
export function endTry(visit: PortalVisit, outcome: Exclude<PageOutcome, { kind: "passes" }>, values: FormValues) {
  switch (outcome.kind) {
    case "wait":
      return refuse({ values, alert: againAt(visit, outcome.seconds) });
    case "softRoadblock":
      return raiseRoadblock(visit, "technical");
    default:
      return leaveFor(visit, outcome);
  }
}
