import { codePageOf, policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { policyNumberApi } from "../../../api/api-client.server.ts";
import { destinationOf } from "../../../form/destination.rule.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { requestContextKey } from "../../../request/request-context.ts";
import { notFound, rejectUnknownPost } from "../../../roadblock/not-found.server.ts";
import { RoadblockPage } from "../../../roadblock/roadblock-page.tsx";
import type { SessionPolicyNumberRegistration } from "../../../shared-slices/registration-slices.server.ts";
import type { RegistrationFormError } from "../flow/flow-info.ts";
import { sendingOf } from "../verify/sending.server.ts";
import { codeRules, pinRules, type VerifyCodeData, VerifyCodeScreen } from "../verify/verify-code.screen.tsx";
import type { Route } from "./+types/code.route";
import { handlePolicyNumberForm } from "./error-routing.server.ts";
import { policyNumberFlowInfo, policyNumberTexts } from "./flow-info.server.ts";
import { goToNextPage, requirePage } from "./page-guard.server.ts";
import { requestingPage } from "./question-page.server.ts";

type Chosen = NonNullable<SessionPolicyNumberRegistration["chosen"]>;

export function loader(args: LoaderFunctionArgs) {
  const page = codePageAt(args.url);
  if (page === undefined) return notFound(args.context.get(requestContextKey));
  const { requestContext, attempt } = requirePage(args, page);
  const { chosen } = attempt;
  if (chosen === undefined) return notFound(requestContext);
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

/** The code page of a URL; undefined if there is none. */
function codePageAt({ pathname }: URL) {
  return Object.values(codePageOf).find((page) => policyNumberFlow[page].path === pathname.replace(/\/$/, ""));
}

/** Sends the code or PIN to the API and redirects to the page of what the API asks for next. */
export async function action(args: ActionFunctionArgs) {
  const page = codePageAt(args.url);
  if (page === undefined) return rejectUnknownPost();
  const position = requirePage(args, page);
  const { requestContext, attempt } = position;
  if (attempt.chosen === undefined) return rejectUnknownPost();
  const { id, method } = attempt.chosen;
  const values = await readForm(args.request);
  const refused = refuseFieldErrors(values, method === "PIN" ? pinRules : codeRules);
  if (refused !== undefined) return refused;
  const validationValue = values.securityPin ?? values.securityCode ?? "";
  const result = await policyNumberApi(requestContext).validate(attempt.id, id, { validationValue });
  if (result.kind === "ok")
    return goToNextPage(position, result.data) ?? rejectCode(method, values, result.data.triesLeft);
  return handlePolicyNumberForm(requestContext, result, { values });
}

function rejectCode(method: Chosen["method"], values: FormValues, triesLeft: number | undefined) {
  const field = method === "PIN" ? "securityPin" : "securityCode";
  return redrawForm<RegistrationFormError>({ errors: { [field]: { key: "wrong" } }, values, triesLeft });
}

export const handle: ScreenHandle = { isOfLink: true };

export default function CodeRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ("exits" in loaderData) return <RoadblockPage facts={loaderData} />;
  return <VerifyCodeScreen data={loaderData} refusal={actionData ?? undefined} />;
}
