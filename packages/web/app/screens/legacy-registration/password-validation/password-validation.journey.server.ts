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
import { registrationTexts } from "../../registration/flow/registration-texts.server.ts";
import { finishByLink, takeHandOff, toLogin } from "../flow/finish-by-link.server.ts";
import { passwordValidationPath } from "../flow/legacy-path.table.ts";
import { type QuestionTalk, questionAction, questionAt } from "../flow/question-page.server.ts";
import { answerRefusal, refuseFaults } from "../flow/refused-call.server.ts";
import { passwordValidationRules } from "./password-validation.rule.ts";
import type { PasswordValidationData } from "./password-validation.screen.tsx";

export function loader({ url, context }: LoaderFunctionArgs) {
  const visit = context.get(visitContext);
  const texts = {
    ...textsFor(visit, ["legacyRegistration", "link", "login"]),
    ...registrationTexts(visit, ["confirmation"]),
  };
  const handOff = takeHandOff(visit);
  if (handOff !== undefined) return { page: { kind: "handOff", handOff } as const, texts };
  // The answer to the form carries what is handed over: nothing more is asked.
  if (visit.withoutScripts) return { page: { kind: "leaving" } as const, texts };
  if (visit.session.finishedByLink !== undefined) throw toLogin(visit);
  const { question } = questionAt({ url, context }, "ASKPASSWORD");
  const data: PasswordValidationData = {
    email: question.email,
    fact: question.fact,
    isUbi: question.isUbi,
    today: todayOf(visit),
    gateway: visit.brand.gateway.kind,
  };
  return { page: { kind: "asks", data } as const, texts };
}

/** Password and fact are judged by the API; then the link is done with, and the gateway lets the person in. */
export const action = questionAction("ASKPASSWORD", async (talk, values) => {
  const { visit, question } = talk;
  const { fact, id } = question;
  const refused = refuseFaults(values, passwordValidationRules({ fact, today: todayOf(visit) }));
  if (refused !== undefined) return refused;
  const { loginPassword: password = "" } = values;
  const { settings, caller } = accountApi(visit);
  const body = { password, ...identityFactBody(fact, values) };
  const reply = await createRecoveryClient(settings).authenticate(caller, id, body);
  if (reply.kind !== "ok") return answerRefusal(talk, reply, { values, read: (refusal) => meaningOf(talk, refusal) });
  await finishByLink(visit, reply.data, "any");
  if (visit.brand.gateway.kind === "builtIn") return redirect(passwordValidationPath, 303);

  const handOff = handOffOf(visit, reply.data.email);
  // A script has kept the password, and posts it to the gateway itself.
  if (values.handOff === "script") return { handOff };
  visit.withoutScripts = true;
  return { handOff: { ...handOff, password } };
});

function meaningOf({ visit, question }: QuestionTalk, { status, error }: RefusedReply) {
  const { errorCode } = error;
  if (errorCode === 3005) return { loginPassword: { key: "wrong" } as const };
  if (status !== 400) return undefined;
  if (errorCode === 1002) return wrongIdentityFact(question.fact);
  return errorCode === 1003 ? raiseRoadblock(visit, "login-difficulties") : undefined;
}

function todayOf({ now, province }: PortalVisit): string {
  return dateInZone(now, provinces[province].timeZone);
}
