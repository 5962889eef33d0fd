import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { policyNumberApi } from "../../../api/api-client.server.ts";
import type { RejectedResult } from "../../../api/error-handling.rule.ts";
import { refuseFieldErrors } from "../../../form/form-error.ts";
import { identityFactBody, wrongIdentityFact } from "../../../form/identity-fact.rule.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { createHandOff } from "../../../gateway/hand-off.ts";
import { HandOffPage } from "../../../gateway/hand-off-form.tsx";
import { todayOf } from "../../../i18n/localize.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import type { WithFlowInfo } from "../flow/flow-info.ts";
import type { Route } from "./+types/password-validation.route";
import { handlePolicyNumberForm } from "./error-routing.server.ts";
import { consumeHandOff, finishRegistration, finishRepeatedForm } from "./finish-registration.server.ts";
import { policyNumberTexts } from "./flow-info.server.ts";
import {
  HandOffScreen,
  type PasswordValidationData,
  PasswordValidationScreen,
  passwordValidationRules,
  SelfPostedPassword,
} from "./password-validation.screen.tsx";
import { type QuestionCall, questionAction, questionAt, questionFlowInfo } from "./question-page.server.ts";

export function loader(args: LoaderFunctionArgs) {
  const requestContext = args.context.get(requestContextKey);
  const texts = policyNumberTexts(requestContext, ["confirmation"], ["login"]);
  const handOff = consumeHandOff(requestContext);
  if (handOff !== undefined) return { page: { kind: "handOff", handOff } as const, texts };
  // The action's result already has the form for the gateway, so the page asks for nothing.
  if (requestContext.withoutScripts) return { page: { kind: "leaving" } as const, texts };
  const { question, attempt } = questionAt(args, "ASKPASSWORD");
  const data: WithFlowInfo<PasswordValidationData> = {
    flow: questionFlowInfo({ requestContext, question }, "ASKPASSWORD"),
    email: question.email,
    fact: question.fact,
    isUbi: question.isUbi,
    today: todayOf(requestContext),
    gateway: requestContext.brand.gateway.kind,
    withoutPassword: attempt?.question?.canAskPolicyholder
      ? "ask"
      : question.flow === "link" && question.isUbi
        ? "register"
        : undefined,
  };
  return { page: { kind: "asks", data } as const, texts };
}

/**
 * Sends the password and the answer to the knowledge check to the API. After that a link signs the person in at the
 * gateway, and a registration ends with its confirmation.
 */
export const action = questionAction("ASKPASSWORD", async (call, values) => {
  const { requestContext, question } = call;
  const { fact, id } = question;
  const refused = refuseFieldErrors(values, passwordValidationRules({ fact, today: todayOf(requestContext) }));
  if (refused !== undefined) return refused;
  const { loginPassword: password = "" } = values;
  const body = { password, ...(fact !== null && identityFactBody(fact, values)) };
  const result = await policyNumberApi(requestContext).authenticate(id, body);
  if (result.kind !== "ok")
    return handlePolicyNumberForm(requestContext, result, { values, read: (refusal) => meaningOf(call, refusal) });
  await finishRegistration(requestContext, result.data, { role: "joined" });
  if (question.flow === "policyNumberRegistration") return redirect(flow.CONFIRM.path, 303);
  if (requestContext.brand.gateway.kind === "builtIn") return redirect(policyNumberFlow.PASSWORD_VALIDATION.path, 303);

  const handOff = createHandOff(requestContext, { username: result.data.email });
  // With a script, the page keeps the password and posts it to the gateway itself.
  if (values.handOff === "script") return { handOff };
  requestContext.withoutScripts = true;
  return { handOff: { ...handOff, password } };
});

function meaningOf({ requestContext, question }: QuestionCall, { status, error }: RejectedResult) {
  const { errorCode } = error;
  if (errorCode === accountErrors.alreadyDone.errorCode)
    return finishRepeatedForm(requestContext, { email: question.email ?? "", isMasked: true, role: "joined" });
  if (errorCode === 3005) return { loginPassword: { key: "wrong" } as const };
  if (status !== 400) return undefined;
  if (errorCode === 1002) return question.fact === null ? undefined : wrongIdentityFact(question.fact);
  return errorCode === 1003 ? raiseRoadblock(requestContext, "login-difficulties") : undefined;
}

export const handle: ScreenHandle = { isOfLink: true };

/**
 * Does not load the page again while a script is about to post the password, because the page would then ask for it
 * again.
 */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return !(actionResult && "handOff" in actionResult) && defaultShouldRevalidate;
}

export default function PasswordValidationRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page } = loaderData;
  const handOff = actionData !== undefined && "handOff" in actionData ? actionData.handOff : undefined;
  if (handOff?.password !== undefined) return <HandOffPage {...handOff} password={handOff.password} />;
  if (page.kind === "handOff") return <HandOffScreen {...page.handOff} />;
  if (page.kind === "leaving") return null;
  return (
    <>
      <PasswordValidationScreen
        data={page.data}
        refusal={actionData !== undefined && "errors" in actionData ? actionData : undefined}
      />
      {handOff === undefined ? null : <SelfPostedPassword {...handOff} />}
    </>
  );
}
