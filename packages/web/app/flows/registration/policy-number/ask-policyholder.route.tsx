import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { policyNumberApi } from "../../../api/api-client.server.ts";
import type { RejectedResult } from "../../../api/error-handling.rule.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../../form/form-error.ts";
import type { RegistrationFormError } from "../flow/flow-info.ts";
import { repeatedUsernameRules } from "../verify/username.screen.tsx";
import type { Route } from "./+types/ask-policyholder.route";
import { AskPolicyholderScreen } from "./ask-policyholder.screen.tsx";
import { handlePolicyNumberForm } from "./error-routing.server.ts";
import { policyNumberFlowInfo, policyNumberTexts } from "./flow-info.server.ts";
import { advanceToPage, requirePage } from "./page-guard.server.ts";

export function loader(args: LoaderFunctionArgs) {
  const { requestContext, attempt } = requirePage(args, "ASK_POLICYHOLDER");
  return {
    policyholderEmail: attempt.question?.email ?? "",
    flow: policyNumberFlowInfo(requestContext, "ASK_POLICYHOLDER"),
    texts: policyNumberTexts(requestContext, []),
  };
}

const taken = { email: { key: "alreadyExists" } } as const;

export async function action(args: ActionFunctionArgs) {
  const position = requirePage(args, "ASK_POLICYHOLDER");
  const { requestContext, attempt } = position;
  const values = await readForm(args.request);
  const refused = refuseFieldErrors(values, repeatedUsernameRules);
  if (refused !== undefined) return refused;
  const result = await policyNumberApi(requestContext).askPolicyholder(attempt.id, { email: values.email ?? "" });
  if (result.kind !== "ok") return handlePolicyNumberForm(requestContext, result, { values, read: meaningOf });
  if ("dueAt" in result.data) return advanceToPage(position, "POLICYHOLDER_ASKED", { policyholderAsked: result.data });
  const { triesLeft } = result.data;
  return redrawForm<RegistrationFormError>({ errors: taken, values, triesLeft });
}

function meaningOf({ status }: RejectedResult) {
  return status === 400 ? ({ email: { key: "email" } } as const) : undefined;
}

export default function AskPolicyholderRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <AskPolicyholderScreen data={loaderData} refusal={actionData} />;
}
