import { leaveFor } from "../../answer/account-api.server.ts";
import type { PageOutcome } from "../../answer/response-outcome.rule.ts";
import { refuse } from "../../form/form-answer.ts";
import type { FormValues } from "../../form/form-values.ts";
import { raiseRoadblock } from "../../roadblock/raise-roadblock.server.ts";
import type { PortalRequestContext } from "../../visit/request-context.ts";
import { retryAt } from "../../visit/retry-at.server.ts";

/** Response to a failed call: the page again with the time of the next attempt, or a roadblock. */
export function endTry(
  requestContext: PortalRequestContext,
  outcome: Exclude<PageOutcome, { kind: "passes" }>,
  values: FormValues,
) {
  switch (outcome.kind) {
    case "wait":
      return refuse({ values, alert: retryAt(requestContext, outcome.seconds) });
    case "softRoadblock":
      return raiseRoadblock(requestContext, "technical");
    default:
      return leaveFor(requestContext, outcome);
  }
}
