import { codePageOf } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { policyNumberApi } from "../../../api/api-client.server.ts";
import { findErrorHandling } from "../../../api/error-handling.rule.ts";
import { destinationOf } from "../../../form/destination.rule.ts";
import { readForm, refuseFieldErrors } from "../../../form/form-error.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { optionRules, type VerifyOptionsData, VerifyOptionsScreen } from "../verify/verify-options.screen.tsx";
import type { Route } from "./+types/validation.route";
import { handlePolicyNumberForm } from "./error-routing.server.ts";
import { policyNumberFlowInfo, policyNumberTexts } from "./flow-info.server.ts";
import { advanceToPage, pageTimes, requirePage, transitionTo } from "./page-guard.server.ts";

export function loader(args: LoaderFunctionArgs) {
  const { requestContext, attempt } = requirePage(args, "VALIDATION");
  const data: VerifyOptionsData = {
    options: attempt.methods.flatMap(({ id, method, maskedValue = "" }) =>
      method === "NONE" ? [] : [{ id, destination: destinationOf({ type: method, maskedValue }) }],
    ),
    noneId: attempt.methods.find(({ method }) => method === "NONE")?.id,
    telephone: customerTelephone(requestContext.brand, requestContext.province),
    offersPolicyNumber: false,
  };
  const flow = policyNumberFlowInfo(requestContext, "VALIDATION");
  return { ...data, flow, texts: policyNumberTexts(requestContext, ["options"]) };
}

/** Sends a code, asks for the PIN, or redirects to the roadblock, depending on the chosen method. */
export async function action(args: ActionFunctionArgs) {
  const position = requirePage(args, "VALIDATION");
  const { requestContext, attempt } = position;
  const values = await readForm(args.request);
  const option = attempt.methods.find(({ id }) => id === values.codeOption);
  const refused = refuseFieldErrors({ ...values, codeOption: option?.id }, optionRules);
  if (refused !== undefined || option === undefined) return refused;
  const { id, method, maskedValue = "" } = option;
  const result = await policyNumberApi(requestContext).validate(attempt.id, id);
  if (result.kind !== "ok") {
    const handling = findErrorHandling(result);
    // The method was chosen again too soon, but the code that was sent stays valid.
    if (method !== "NONE" && attempt.chosen?.id === id && handling.kind === "wait" && handling.isCodeJustSent)
      return transitionTo(position, codePageOf[method], { flash: "codeTooSoon" });
    return handlePolicyNumberForm(requestContext, result, { values });
  }
  if (method === "NONE") return raiseRoadblock(requestContext, "no-options");
  return advanceToPage(position, codePageOf[method], {
    chosen: { id, method, to: maskedValue, ...pageTimes(result.data) },
  });
}

export const handle: ScreenHandle = { isOfLink: true };

export default function ValidationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <VerifyOptionsScreen data={loaderData} refusal={actionData} />;
}
