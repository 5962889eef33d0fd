import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { createRecoveryClient } from "@vestibule/contract/v1/recovery.client.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../../answer/account-api.server.ts";
import type { RefusedReply } from "../../../answer/response-outcome.rule.ts";
import { identityFactBody, wrongIdentityFact } from "../../../form/identity-fact.rule.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { textsFor } from "../../../visit/page-texts.server.ts";
import { type PortalVisit, visitContext } from "../../../visit/visit.ts";
import { handOffOf } from "../../login/hand-off.ts";
import { finishedBefore, finishRegistration, takeHandOff } from "../flow/finish-registration.server.ts";
import { legacyTexts } from "../flow/legacy-journey.server.ts";
import { frameOf, type QuestionTalk, questionAction, questionAt } from "../flow/question-page.server.ts";
import { answerRefusal, refuseFaults } from "../flow/refused-call.server.ts";
import { passwordValidationRules } from "./password-validation.rule.ts";
import type { PasswordValidationData } from "./password-validation.screen.tsx";

export function loader(args: LoaderFunctionArgs) {
  const visit = args.context.get(visitContext);
  const texts = { ...textsFor(visit, ["login"]), ...legacyTexts(visit, ["confirmation"]) };
  const handOff = takeHandOff(visit);
  if (handOff !== undefined) return { page: { kind: "handOff", handOff } as const, texts };
  // The answer to the form carries what is handed over: nothing more is asked.
  if (visit.withoutScripts) return { page: { kind: "leaving" } as const, texts };
  const { question } = questionAt(args, "ASKPASSWORD");
  const data: PasswordValidationData = {
    ...frameOf({ visit, question }, "ASKPASSWORD"),
    email: question.email,
    fact: question.fact,
    isUbi: question.isUbi,
    today: todayOf(visit),
    gateway: visit.brand.gateway.kind,
  };
  return { page: { kind: "asks", data } as const, texts };
}

/**
 * Password and fact are judged by the API. Then a link is done with, and the gateway lets the person in; a registration
 * ends as every other.
 */
export const action = questionAction("ASKPASSWORD", async (talk, values) => {
  const { visit, question } = talk;
  const { fact, id } = question;
  const refused = refuseFaults(values, passwordValidationRules({ fact, today: todayOf(visit) }));
  if (refused !== undefined) return refused;
  const { loginPassword: password = "" } = values;
  const { settings, caller } = accountApi(visit);
  const body = { password, ...(fact !== null && identityFactBody(fact, values)) };
  const reply = await createRecoveryClient(settings).authenticate(caller, id, body);
  if (reply.kind !== "ok") return answerRefusal(talk, reply, { values, read: (refusal) => meaningOf(talk, refusal) });
  await finishRegistration(visit, reply.data, { role: question.road === "link" ? "any" : "joined" });
  if (question.road === "policyNumber") return redirect(flow.CONFIRM.path, 303);
  if (visit.brand.gateway.kind === "builtIn") return redirect(legacyFlow.PASSWORD_VALIDATION.path, 303);

  const handOff = handOffOf(visit, reply.data.email);
  // A script has kept the password, and posts it to the gateway itself.
  if (values.handOff === "script") return { handOff };
  visit.withoutScripts = true;
  return { handOff: { ...handOff, password } };
});

function meaningOf({ visit, question }: QuestionTalk, { status, error }: RefusedReply) {
  const { errorCode } = error;
  if (errorCode === accountErrors.alreadyDone.errorCode)
    return finishedBefore(visit, { email: question.email ?? "", isMasked: true, role: "joined" });
  if (errorCode === 3005) return { loginPassword: { key: "wrong" } as const };
  if (status !== 400) return undefined;
  if (errorCode === 1002) return question.fact === null ? undefined : wrongIdentityFact(question.fact);
  return errorCode === 1003 ? raiseRoadblock(visit, "login-difficulties") : undefined;
}

function todayOf({ now, province }: PortalVisit): string {
  return dateInZone(now, provinces[province].timeZone);
}
