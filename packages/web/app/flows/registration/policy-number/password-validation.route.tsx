import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { policyNumberApi } from "../../../api/account-api.server.ts";
import type { RejectedReply } from "../../../api/response-outcome.rule.ts";
import { identityFactBody, wrongIdentityFact } from "../../../form/identity-fact.rule.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { handOffOf } from "../../../gateway/hand-off.ts";
import { HandOffPage } from "../../../gateway/hand-off-form.tsx";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import type { WithFlowInfo } from "../flow/flow-info.ts";
import { refuseFaults } from "../flow/registration-action.server.ts";
import type { Route } from "./+types/password-validation.route";
import { handleRefusedForm } from "./error-routing.server.ts";
import { finishedBefore, finishRegistration, takeHandOff } from "./finish-registration.server.ts";
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
  const handOff = takeHandOff(requestContext);
  if (handOff !== undefined) return { page: { kind: "handOff", handOff } as const, texts };
  // The response to the form contains the password form for the gateway, so the loader asks no question.
  if (requestContext.withoutScripts) return { page: { kind: "leaving" } as const, texts };
  const { question } = questionAt(args, "ASKPASSWORD");
  const data: WithFlowInfo<PasswordValidationData> = {
    journey: questionFlowInfo({ requestContext, question }, "ASKPASSWORD"),
    email: question.email,
    fact: question.fact,
    isUbi: question.isUbi,
    today: todayOf(requestContext),
    gateway: requestContext.brand.gateway.kind,
  };
  return { page: { kind: "asks", data } as const, texts };
}

/**
 * The API checks password and knowledge answer. Then a link is deleted and the gateway signs the person in; a
 * registration ends at its confirmation.
 */
export const action = questionAction("ASKPASSWORD", async (call, values) => {
  const { requestContext, question } = call;
  const { fact, id } = question;
  const refused = refuseFaults(values, passwordValidationRules({ fact, today: todayOf(requestContext) }));
  if (refused !== undefined) return refused;
  const { loginPassword: password = "" } = values;
  const body = { password, ...(fact !== null && identityFactBody(fact, values)) };
  const reply = await policyNumberApi(requestContext).authenticate(id, body);
  if (reply.kind !== "ok")
    return handleRefusedForm(requestContext, reply, { values, read: (refusal) => meaningOf(call, refusal) });
  await finishRegistration(requestContext, reply.data, { role: question.flow === "link" ? "any" : "joined" });
  if (question.flow === "policyNumberRegistration") return redirect(flow.CONFIRM.path, 303);
  if (requestContext.brand.gateway.kind === "builtIn") return redirect(policyNumberFlow.PASSWORD_VALIDATION.path, 303);

  const handOff = handOffOf(requestContext, reply.data.email);
  // With a script, the page keeps the password and posts it to the gateway itself.
  if (values.handOff === "script") return { handOff };
  requestContext.withoutScripts = true;
  return { handOff: { ...handOff, password } };
});

function meaningOf({ requestContext, question }: QuestionCall, { status, error }: RejectedReply) {
  const { errorCode } = error;
  if (errorCode === accountErrors.alreadyDone.errorCode)
    return finishedBefore(requestContext, { email: question.email ?? "", isMasked: true, role: "joined" });
  if (errorCode === 3005) return { loginPassword: { key: "wrong" } as const };
  if (status !== 400) return undefined;
  if (errorCode === 1002) return question.fact === null ? undefined : wrongIdentityFact(question.fact);
  return errorCode === 1003 ? raiseRoadblock(requestContext, "login-difficulties") : undefined;
}

function todayOf({ now, province }: PortalRequestContext): string {
  return dateInZone(now, provinces[province].timeZone);
}

export const handle: ScreenHandle = { isOfLink: true };

/**
 * Skips revalidation while the page keeps the password that a script is about to post, so that it is not asked again.
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
        refusal={actionData !== undefined && "faults" in actionData ? actionData : undefined}
      />
      {handOff === undefined ? null : <SelfPostedPassword {...handOff} />}
    </>
  );
}
