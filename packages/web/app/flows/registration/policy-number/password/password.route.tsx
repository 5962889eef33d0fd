import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { legacyRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../../../api/account-api.server.ts";
import { refusedFields } from "../../../../api/refused-password.rule.ts";
import type { RejectedReply } from "../../../../api/response-outcome.rule.ts";
import type { FormValues } from "../../../../form/form-values.ts";
import { identityFactBody } from "../../../../form/identity-fact.rule.ts";
import type { ScreenHandle } from "../../../../frame/frame.tsx";
import type { PortalRequestContext } from "../../../../request/request-context.ts";
import { raiseRoadblock } from "../../../../roadblock/raise-roadblock.server.ts";
import { finishedBefore, finishRegistration } from "../flow/finish-registration.server.ts";
import { advanceToPage } from "../flow/legacy-guard.server.ts";
import { legacyTexts } from "../flow/legacy-journey.server.ts";
import type { OpenQuestion } from "../flow/open-question.rule.ts";
import { frameOf, type QuestionCall, questionAction, questionAt } from "../flow/question-page.server.ts";
import { answerRefusal, refuseFaults } from "../flow/refused-call.server.ts";
import { carriedFacts, describeFacts, type KnownFacts } from "../identification/handover.server.ts";
import type { Route } from "./+types/password.route";
import { type FirstPasswordData, FirstPasswordScreen, firstPasswordRules } from "./password.screen.tsx";

export function loader(args: LoaderFunctionArgs) {
  const { requestContext, question } = questionAt(args, "DEFPWD_REGISTER");
  const data: FirstPasswordData = {
    ...frameOf({ requestContext, question }, "DEFPWD_REGISTER"),
    email: question.email,
    isWhole: question.isWhole,
    known: knownFacts({ requestContext, question }),
    ...rulesFacts({ requestContext, question }),
    gateway: requestContext.brand.gateway.kind,
    termsAddress: requestContext.brand.legal.terms[requestContext.language],
  };
  return { ...data, texts: legacyTexts(requestContext, ["create"]) };
}

/** Creates the account and deletes the link; the confirmation's button signs in. */
export const action = questionAction("DEFPWD_REGISTER", async (talk, posted) => {
  const { requestContext, question } = talk;
  // A page that asked for the facts sent them.
  const values = posted.postalCode === undefined ? { ...carried(talk), ...posted } : posted;
  const refused = refuseFaults(values, firstPasswordRules(rulesFacts(talk)));
  if (refused !== undefined) return refused;
  const { settings, caller } = accountApi(requestContext);
  const { password = "" } = values;
  const reply = await createClient(legacyRegistrationEndpoints, settings).create(caller, question.id, {
    password,
    // Validation has already required the checkbox.
    terms: true,
    ...identityFactBody(factOf(question), values),
  });
  if (reply.kind !== "ok")
    return answerRefusal(talk, reply, {
      values,
      call: "create",
      read: (refusal) => meaningOf(talk, refusal, password),
    });
  const { data } = reply;
  if (!("ticket" in data)) return welcomeBack(requestContext, data);
  await finishRegistration(requestContext, data, ownAccount(question));
  return redirect(flow.CONFIRM.path, 303);
});

/** A concurrent registration of the same person has created the account: continue to it. */
function welcomeBack(requestContext: PortalRequestContext, { email, firstName }: RegistrationValidation): Response {
  const { legacy } = requestContext.session;
  if (legacy === undefined) return redirect("/", 303);
  const welcomed = email === undefined ? {} : { email, firstName };
  return advanceToPage({ requestContext, legacy }, "WELCOME_BACK", { methods: [], existingAccount: welcomed });
}

/** Answers handed over from smart registration to the question that this page asks. */
function carried({ requestContext, question }: QuestionCall): FormValues | undefined {
  const isAsked = question.road === "policyNumber" && factOf(question) === "postalCodeAndDateOfBirth";
  return isAsked ? carriedFacts(requestContext) : undefined;
}

function knownFacts(talk: QuestionCall): KnownFacts | undefined {
  const values = carried(talk);
  return values && describeFacts(talk.requestContext, values);
}

function ownAccount({ fact, firstName }: OpenQuestion) {
  return { role: fact === "cellPhone" ? "driver" : "any", firstName } as const;
}

function rulesFacts({ requestContext, question }: QuestionCall) {
  return {
    fact: factOf(question),
    policy: requestContext.brand.passwordPolicy,
    today: todayOf(requestContext),
    ...(question.isWhole && question.email !== undefined && { knownEmail: question.email }),
  };
}

/** A new account's password always comes with a knowledge check. */
function factOf({ fact }: OpenQuestion): IdentityFact {
  return fact ?? "postalCodeAndDateOfBirth";
}

function todayOf({ now, province }: PortalRequestContext): string {
  return dateInZone(now, provinces[province].timeZone);
}

function meaningOf({ requestContext, question }: QuestionCall, { status, error }: RejectedReply, password: string) {
  if (error.errorCode === accountErrors.alreadyDone.errorCode)
    return finishedBefore(requestContext, { email: question.email ?? "", ...ownAccount(question) });
  if (status !== 400) return undefined;
  if (error.errorCode === accountErrors.tooManyIdentityFacts.errorCode)
    return raiseRoadblock(requestContext, question.fact === "cellPhone" ? "wrong-cellphone" : "login-difficulties");
  // The value differs from the file, so the page asks for it on the next attempt.
  if (error.errorCode === accountErrors.wrongIdentityFact.errorCode)
    delete requestContext.session.legacyStart?.typedPolicy;
  const { knownEmail: email, ...facts } = rulesFacts({ requestContext, question });
  return refusedFields(error, { password, email, ...facts });
}

export const handle: ScreenHandle = { isOfLink: true };

export default function FirstPasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <FirstPasswordScreen data={loaderData} refusal={actionData} />;
}
