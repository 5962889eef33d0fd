import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import { leaveFor } from "../../../answer/account-api.server.ts";
import type { PageOutcome } from "../../../answer/response-outcome.rule.ts";
import { drawAgain } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import type { PortalRequestContext } from "../../../visit/request-context.ts";
import { retryAt } from "../../../visit/retry-at.server.ts";
import type { RecoveryRefusal } from "./recovery-page.tsx";

export interface LeftForm {
  /** Of the form; undefined where a link from a message led to it. */
  page: RecoveryPage | undefined;
  values: FormValues;
}

/** Handles a result that belongs to no field: renders the page with the waiting time, or redirects. */
export function leaveOrWait(requestContext: PortalRequestContext, outcome: PageOutcome, { page, values }: LeftForm) {
  const broken = page === undefined ? {} : { recoveryAt: page };
  switch (outcome.kind) {
    case "wait":
      return drawAgain<RecoveryRefusal>({
        ...{ faults: {}, values, alert: "wait" },
        retryAt: retryAt(requestContext, outcome.seconds),
      });
    case "passes":
    case "softRoadblock":
      return raiseRoadblock(requestContext, "technical", broken);
    default: {
      const left = leaveFor(requestContext, outcome);
      if (endsJourney(outcome)) {
        delete requestContext.session.recovery;
        delete requestContext.session.link;
      } else if (requestContext.session.roadblock !== undefined)
        Object.assign(requestContext.session.roadblock, broken);
      return left;
    }
  }
}

/** A limit ends the journey; an outage leaves it unchanged. */
function endsJourney(outcome: Extract<PageOutcome, { kind: "roadblock" | "twoFactor" }>): boolean {
  return outcome.kind === "roadblock" && outcome.roadblock !== "technical" && outcome.roadblock !== "maintenance";
}
