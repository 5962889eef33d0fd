import type { NamedCall } from "@vestibule/catalogue/response.table.ts";
import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";
import { redirect } from "react-router";
import { leaveFor } from "../../../../answer/account-api.server.ts";
import {
  type FailedReply,
  outcomeOf,
  type PageOutcome,
  type RejectedReply,
} from "../../../../answer/response-outcome.rule.ts";
import { drawAgain } from "../../../../form/form-answer.ts";
import { type FieldRules, type FormValues, hasFieldFaults, validateForm } from "../../../../form/form-values.ts";
import { raiseRoadblock } from "../../../../roadblock/raise-roadblock.server.ts";
import { softReference } from "../../../../roadblock/soft-reference.server.ts";
import { clearRegistration } from "../../../../visit/clear-registration.rule.ts";
import type { PortalRequestContext } from "../../../../visit/request-context.ts";
import { retryAt } from "../../../../visit/retry-at.server.ts";
import type { LegacyRefusal } from "../parts/legacy-notice.tsx";
import type { OpenQuestion } from "./open-question.rule.ts";

/** The request, and the question that its page asks. */
interface Asking {
  requestContext: PortalRequestContext;
  question: Pick<OpenQuestion, "road" | "isUbi">;
}

/** Validates a form before the API is called; undefined where every field is valid. */
export function refuseFaults(values: FormValues, rules: FieldRules) {
  const faults = validateForm(values, rules);
  return hasFieldFaults(faults) ? drawAgain<LegacyRefusal>({ faults, values }) : undefined;
}

interface RefusedForm {
  values: FormValues;
  call?: NamedCall;
  /** Maps a rejection to field errors or a redirect; undefined where it means neither at this form. */
  read: (refusal: RejectedReply) => Record<string, FieldFault> | Response | undefined;
}

/** Response to a form whose call was refused: the page again with errors, or a roadblock. */
export async function answerRefusal({ requestContext, question }: Asking, reply: FailedReply, form: RefusedForm) {
  const { values, call, read } = form;
  const asking: Asking = { requestContext, question };
  const outcome = outcomeOf(reply, { ...(call && { call }), ...(question.isUbi && { isUbi: true }) });
  switch (outcome.kind) {
    case "wait":
      return drawAgain<LegacyRefusal>({
        faults: {},
        values,
        alert: "wait",
        retryAt: retryAt(requestContext, outcome.seconds),
      });
    case "softRoadblock": {
      const { shownCode } = outcome;
      const reference = await softReference(requestContext, { shownCode });
      return drawAgain<LegacyRefusal>({ faults: {}, values, alert: "notSaved", shownCode, reference });
    }
    case "passes": {
      const meaning = read(outcome.refusal);
      if (meaning instanceof Response) return meaning;
      if (meaning !== undefined) {
        const { triesLeft } = outcome.refusal.error;
        return drawAgain<LegacyRefusal>({ faults: meaning, values, triesLeft });
      }
      return leaveRefused(asking, outcome);
    }
    default:
      return leaveRefused(asking, outcome);
  }
}

/** Redirects where a refusal leads that the page cannot show. */
export function leaveRefused(
  { requestContext, question }: Asking,
  outcome: Exclude<PageOutcome, { kind: "wait" }>,
): Response {
  switch (outcome.kind) {
    case "passes":
      return isOver(outcome.refusal)
        ? journeyIsOver(requestContext, question.road)
        : raiseRoadblock(requestContext, "technical");
    case "softRoadblock":
      return raiseRoadblock(requestContext, "technical", { errorCode: outcome.shownCode });
    case "roadblock":
      if (outcome.roadblock === "token-expired") return journeyIsOver(requestContext, question.road);
      return leaveFor(requestContext, outcome);
    case "twoFactor":
      return leaveFor(requestContext, outcome);
  }
}

/**
 * The API answers 404, or 403 with code 3004, for an expired journey and for a link that was used in another browser.
 */
function isOver({ status, error }: RejectedReply): boolean {
  return status === 404 || (status === 403 && error.errorCode === 3004);
}

/** The journey expired after the page was opened: offers a new registration, or a new link. */
function journeyIsOver(requestContext: PortalRequestContext, road: OpenQuestion["road"]): Response {
  const { session } = requestContext;
  if (road === "policyNumber") {
    clearRegistration(session);
    session.notice = "sessionEnded";
    return redirect("/", 303);
  }
  if (session.link !== undefined) session.expiredLink = { token: session.link.token };
  delete session.link;
  return raiseRoadblock(requestContext, "token-expired");
}
