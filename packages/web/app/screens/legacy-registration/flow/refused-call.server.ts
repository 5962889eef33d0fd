import type { NamedCall } from "@vestibule/catalogue/response.table.ts";
import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";
import { leaveFor } from "../../../answer/account-api.server.ts";
import {
  outcomeOf,
  type PageOutcome,
  type RefusedReply,
  type UnwelcomeReply,
} from "../../../answer/response-outcome.rule.ts";
import { drawAgain } from "../../../form/form-answer.ts";
import { type FieldRules, type FormValues, faultsOf, hasFaults } from "../../../form/form-values.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { againAt } from "../../../visit/again-at.server.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import type { LegacyRefusal } from "./legacy-refusal.ts";
import type { QuestionTalk } from "./question-page.server.ts";

/** Judges a form before anything is asked of the API; undefined where every field is sound. */
export function refuseFaults(values: FormValues, rules: FieldRules) {
  const faults = faultsOf(values, rules);
  return hasFaults(faults) ? drawAgain<LegacyRefusal>({ faults, values }) : undefined;
}

export interface RefusedForm {
  values: FormValues;
  call?: NamedCall;
  /** What the refusal means at this form: faults of its fields, or a place to go; undefined where it means nothing here. */
  read: (refusal: RefusedReply) => Record<string, FieldFault> | Response | undefined;
}

/** What becomes of a form whose call was refused: the page once more, or a roadblock. */
export function answerRefusal({ visit, question }: QuestionTalk, reply: UnwelcomeReply, form: RefusedForm) {
  const { values, call, read } = form;
  const outcome = outcomeOf(reply, { ...(call && { call }), ...(question.isUbi && { isUbi: true }) });
  switch (outcome.kind) {
    case "wait":
      return drawAgain<LegacyRefusal>({ faults: {}, values, alert: "wait", againAt: againAt(visit, outcome.seconds) });
    case "softRoadblock":
      return drawAgain<LegacyRefusal>({ faults: {}, values, alert: "notSaved", shownCode: outcome.shownCode });
    case "passes": {
      const meaning = read(outcome.refusal);
      if (meaning instanceof Response) return meaning;
      if (meaning !== undefined) return drawAgain<LegacyRefusal>({ faults: meaning, values });
      return leaveRefused(visit, outcome);
    }
    default:
      return leaveRefused(visit, outcome);
  }
}

/** Sends the person where a refusal leads that the page cannot deal with. */
export function leaveRefused(visit: PortalVisit, outcome: Exclude<PageOutcome, { kind: "wait" }>): Response {
  switch (outcome.kind) {
    case "passes":
      return isOver(outcome.refusal) ? linkIsOver(visit) : raiseRoadblock(visit, "technical");
    case "softRoadblock":
      return raiseRoadblock(visit, "technical", { errorCode: outcome.shownCode });
    case "roadblock":
      return outcome.roadblock === "token-expired" ? linkIsOver(visit) : leaveFor(visit, outcome);
    case "twoFactor":
      return leaveFor(visit, outcome);
  }
}

/** The id of a link that was used in another browser, or has passed its date meanwhile, is nobody's any more. */
function isOver({ status, error }: RefusedReply): boolean {
  return status === 404 || (status === 403 && error.errorCode === 3004);
}

/** The link was good when it was opened and is not any more; a fresh one can be asked for. */
function linkIsOver(visit: PortalVisit): Response {
  const { session } = visit;
  if (session.link !== undefined) session.expiredLink = { token: session.link.token };
  delete session.link;
  return raiseRoadblock(visit, "token-expired");
}
