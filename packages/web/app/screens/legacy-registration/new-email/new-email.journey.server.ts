import { createLinkClient } from "@vestibule/contract/v1/link.client.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../../answer/account-api.server.ts";
import type { RefusedReply } from "../../../answer/response-outcome.rule.ts";
import { drawAgain } from "../../../form/form-answer.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { textsFor } from "../../../visit/page-texts.server.ts";
import { registrationTexts } from "../../registration/flow/registration-texts.server.ts";
import { emailSentPath } from "../flow/legacy-path.table.ts";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";
import { questionAction, questionAt } from "../flow/question-page.server.ts";
import { answerRefusal, refuseFaults } from "../flow/refused-call.server.ts";
import { newEmailRules } from "./new-email.rule.ts";

export function loader(args: LoaderFunctionArgs) {
  const { visit } = questionAt(args, "ASKUSERNAME");
  return { texts: { ...textsFor(visit, ["legacyRegistration", "link"]), ...registrationTexts(visit, ["username"]) } };
}

const taken = { emailConfirmation: { key: "alreadyExists" } } as const;

/** A link goes to the address; one that somebody logs in with already is refused at its field. */
export const action = questionAction("ASKUSERNAME", async (talk, values) => {
  const refused = refuseFaults(values, newEmailRules);
  if (refused !== undefined) return refused;
  const { visit, question } = talk;
  const { email = "" } = values;
  const place = { registrationId: question.id, validationId: question.validationId };
  const { settings, caller } = accountApi(visit);
  const reply = await createLinkClient(settings).validate(caller, place, { validationValue: email });
  if (reply.kind !== "ok") return answerRefusal(talk, reply, { values, read: meaningOf });
  if (reply.data.error) return drawAgain<LegacyRefusal>({ faults: taken, values });
  if (reply.status !== 202) return raiseRoadblock(visit, "technical");
  visit.session.mailedLink = { place, email };
  return redirect(emailSentPath, 303);
});

function meaningOf({ status, error }: RefusedReply) {
  if (status === 409 || error.fields?.validationValue === "alreadyExists") return taken;
  return status === 400 ? ({ email: { key: "format" } } as const) : undefined;
}
