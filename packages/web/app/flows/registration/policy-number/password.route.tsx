import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { policyNumberApi } from "../../../api/api-client.server.ts";
import type { RejectedResult } from "../../../api/error-handling.rule.ts";
import { refusedFields } from "../../../api/refused-password.rule.ts";
import { refuseFieldErrors } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { identityFactBody } from "../../../form/identity-fact.rule.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { todayOf } from "../../../i18n/localize.server.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { policyNumberStartSlice } from "../../../shared-slices/registration-slices.server.ts";
import { type CreateData, type CreateFacts, CreateScreen, createRules } from "../account/create.screen.tsx";
import type { Route } from "./+types/password.route";
import { handlePolicyNumberForm } from "./error-routing.server.ts";
import { finishRegistration, finishRepeatedForm } from "./finish-registration.server.ts";
import { policyNumberTexts } from "./flow-info.server.ts";
import { describeFacts, handedOverFacts } from "./handover.server.ts";
import { goToNextPage } from "./page-guard.server.ts";
import {
  type OpenQuestion,
  type QuestionCall,
  questionAction,
  questionAt,
  questionFlowInfo,
} from "./question-page.server.ts";

export function loader(args: LoaderFunctionArgs) {
  const { requestContext, question } = questionAt(args, "DEFPWD_REGISTER");
  const call = { requestContext, question };
  const known = handedOverResponses(call);
  const data: CreateData = {
    ...createFacts(call),
    maskedUsername: question.isUnmasked ? undefined : question.email,
    known: known && describeFacts(requestContext, known),
    gateway: requestContext.brand.gateway.kind,
    termsUrl: requestContext.brand.legal.terms[requestContext.language],
  };
  const texts = policyNumberTexts(requestContext, ["create"]);
  return { ...data, flow: questionFlowInfo(call, "DEFPWD_REGISTER"), texts };
}

/** Creates the account and redirects to its confirmation. */
export const action = questionAction("DEFPWD_REGISTER", async (call, posted) => {
  const { requestContext, question, attempt } = call;
  // A form with its own postal code takes precedence over values that were handed over.
  const values = posted.postalCode === undefined ? { ...handedOverResponses(call), ...posted } : posted;
  const refused = refuseFieldErrors(values, createRules(createFacts(call)));
  if (refused !== undefined) return refused;
  const { password = "" } = values;
  const result = await policyNumberApi(requestContext).create(question.id, {
    password,
    // Validation has already required the checkbox.
    terms: true,
    ...identityFactBody(factOf(question), values),
  });
  if (result.kind !== "ok")
    return handlePolicyNumberForm(requestContext, result, {
      values,
      call: "create",
      read: (refusal) => meaningOf(call, refusal, password),
    });
  const { data } = result;
  // A concurrent registration of the person has created the account.
  if (!("ticket" in data)) return (attempt && goToNextPage({ requestContext, attempt }, data)) ?? redirect("/", 303);
  await finishRegistration(requestContext, data, describeNewAccount(question));
  return redirect(flow.CONFIRM.path, 303);
});

/** Answers to the knowledge check that smart registration has handed over; undefined if the page has to ask. */
function handedOverResponses({ requestContext, question }: QuestionCall): FormValues | undefined {
  const isAsked = question.flow === "policyNumberRegistration" && factOf(question) === "postalCodeAndDateOfBirth";
  return isAsked ? handedOverFacts(requestContext) : undefined;
}

function describeNewAccount({ fact, firstName }: OpenQuestion) {
  return { role: fact === "cellPhone" ? "driver" : "any", firstName } as const;
}

function createFacts({ requestContext, question }: QuestionCall) {
  return {
    fact: factOf(question),
    // A link alone verifies no one, so its driver gives the number.
    isPhoneOptional: question.flow === "policyNumberRegistration" && requestContext.brand.features.mobileOptional,
    policy: requestContext.brand.passwordPolicy,
    today: todayOf(requestContext),
    username: question.isUnmasked ? question.email : undefined,
  } satisfies CreateFacts;
}

/** A new account's password always comes with a knowledge check. */
function factOf({ fact }: OpenQuestion): IdentityFact {
  return fact ?? "postalCodeAndDateOfBirth";
}

function meaningOf({ requestContext, question }: QuestionCall, { status, error }: RejectedResult, password: string) {
  if (error.errorCode === accountErrors.alreadyDone.errorCode)
    return finishRepeatedForm(requestContext, { email: question.email ?? "", ...describeNewAccount(question) });
  if (status !== 400) return undefined;
  if (error.errorCode === accountErrors.tooManyIdentityFacts.errorCode)
    return raiseRoadblock(requestContext, question.fact === "cellPhone" ? "wrong-cellphone" : "login-difficulties");
  // Discards the values that were handed over, so that the page asks for them.
  if (error.errorCode === accountErrors.wrongIdentityFact.errorCode)
    delete requestContext.session.get(policyNumberStartSlice)?.typedPolicy;
  const { username: email, fact, policy } = createFacts({ requestContext, question });
  return refusedFields(error, { password, email, fact, policy });
}

export const handle: ScreenHandle = { isOfLink: true };

export default function RegistrationPasswordRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CreateScreen data={loaderData} refusal={actionData} />;
}
