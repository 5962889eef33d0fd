import { codePageOf, policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { policyNumberApi } from "../../../api/api-client.server.ts";
import { destinationOf } from "../../../form/destination.rule.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../../form/form-error.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { handlerAt } from "../../../request/pathname.rule.ts";
import type { RegistrationFormError } from "../flow/flow-info.ts";
import { sendingOf } from "../verify/sending.server.ts";
import { codeRules, pinRules, type VerifyCodeData, VerifyCodeScreen } from "../verify/verify-code.screen.tsx";
import type { Route } from "./+types/code.route";
import { handlePolicyNumberForm } from "./error-routing.server.ts";
import { policyNumberFlowInfo, policyNumberTexts } from "./flow-info.server.ts";
import { goToNextPage, redirectToIdentification, requirePage } from "./page-guard.server.ts";
import { requestingPage } from "./question-page.server.ts";

export function loader(args: LoaderFunctionArgs) {
  const { page, requestContext, attempt, chosen } = requireCodePage(args);
  const canResend = chosen.resendsLeft !== 0;
  // If no code is left to send by any method, a PIN is the only other method.
  const others = attempt.methods.filter(({ id, method }) => id !== chosen.id && (canResend || method === "PIN"));
  const data: VerifyCodeData = {
    destination: destinationOf({ type: chosen.method, maskedValue: chosen.to }),
    username: chosen.isTyped ? chosen.to : null,
    changesUsernameAt:
      chosen.isTyped && canResend ? { by: "link", path: policyNumberFlow[requestingPage(attempt)].path } : null,
    otherMethodsAt:
      others.length > 0 && !chosen.isTyped ? { by: "link", path: policyNumberFlow.VALIDATION.path } : null,
    offersPolicyNumber: false,
    telephone: customerTelephone(requestContext.brand, requestContext.province),
    sending: sendingOf(requestContext, chosen),
  };
  const flow = policyNumberFlowInfo(requestContext, page);
  return { ...data, flow, texts: policyNumberTexts(requestContext, ["code"]) };
}

const pageAt = Object.fromEntries(Object.values(codePageOf).map((page) => [policyNumberFlow[page].path, page]));

/** The code page of the URL, and the method that was chosen for it. */
function requireCodePage(args: LoaderFunctionArgs) {
  const page = handlerAt(args.url, pageAt);
  const position = requirePage(args, page);
  const { chosen } = position.attempt;
  if (chosen === undefined) throw redirectToIdentification(position.requestContext, args.url);
  return { ...position, page, chosen };
}

/** Sends the code or PIN to the API and redirects to the page of what the API asks for next. */
export async function action(args: ActionFunctionArgs) {
  const { requestContext, attempt, chosen } = requireCodePage(args);
  const isPin = chosen.method === "PIN";
  const field = isPin ? "securityPin" : "securityCode";
  const values = await readForm(args.request);
  const refused = refuseFieldErrors(values, isPin ? pinRules : codeRules);
  if (refused !== undefined) return refused;
  const validationValue = values[field] ?? "";
  const result = await policyNumberApi(requestContext).validate(attempt.id, chosen.id, { validationValue });
  if (result.kind !== "ok") return handlePolicyNumberForm(requestContext, result, { values });
  const { triesLeft } = result.data;
  return (
    goToNextPage({ requestContext, attempt }, result.data) ??
    redrawForm<RegistrationFormError>({ errors: { [field]: { key: "wrong" } }, values, triesLeft })
  );
}

export const handle: ScreenHandle = { isOfLink: true };

export default function CodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyCodeScreen data={loaderData} refusal={actionData} />;
}
