import type { RecoveryPage } from "@vestibule/catalogue/recovery-flow.table.ts";
import { trustedDeviceCookieName, trustedDeviceHeader } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { createRecoveryClient } from "@vestibule/contract/v1/recovery.client.ts";
import { accountApi, leaveFor } from "../../../answer/account-api.server.ts";
import type { PageOutcome } from "../../../answer/response-outcome.rule.ts";
import { drawAgain } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import type { PortalRequestContext } from "../../../visit/request-context.ts";
import { retryAt } from "../../../visit/retry-at.server.ts";
import type { RecoveryRefusal } from "./recovery-refusal.ts";

/** API v1 client for password recovery, with this request's caller. */
export function recoveryApi(requestContext: PortalRequestContext) {
  const { settings, caller } = accountApi(requestContext);
  const device = requestContext.readCookie(trustedDeviceCookieName(requestContext));
  const headers = device === undefined ? {} : { headers: { ...caller.headers, [trustedDeviceHeader]: device } };
  return { client: createRecoveryClient(settings), caller: { ...caller, ...headers } };
}

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
