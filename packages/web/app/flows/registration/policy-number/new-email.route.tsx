import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { policyNumberApi } from "../../../api/api-client.server.ts";
import type { RejectedResult } from "../../../api/error-handling.rule.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../../form/form-error.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { mailedLinkSlice, policyNumberStartSlice } from "../../../shared-slices/registration-slices.server.ts";
import type { RegistrationFormError } from "../flow/flow-info.ts";
import { repeatedUsernameRules, type UsernameData, UsernameScreen } from "../verify/username.screen.tsx";
import type { Route } from "./+types/new-email.route";
import { handlePolicyNumberForm } from "./error-routing.server.ts";
import { policyNumberTexts } from "./flow-info.server.ts";
import { advanceToPage, goToNextPage } from "./page-guard.server.ts";
import { type QuestionCall, questionAt, questionFlowInfo } from "./question-page.server.ts";

type EmailQuestion = "ASKUSERNAME" | "ASKEMAIL";

/** The question of a URL: two pages ask for the new account's e-mail, either another one or the one on file. */
function questionOfUrl({ pathname }: URL): EmailQuestion {
  return pathname.startsWith(policyNumberFlow.NEW_EMAIL.path) ? "ASKUSERNAME" : "ASKEMAIL";
}

export function loader(args: LoaderFunctionArgs) {
  const action = questionOfUrl(args.url);
  const call = questionAt(args, action);
  const { requestContext, question } = call;
  // An e-mail that is another person's user name is not filled in.
  const onFile = action === "ASKEMAIL" ? question.email : undefined;
  const data: UsernameData = {
    mode: onFile === undefined ? "ask" : "confirm",
    email: onFile ?? typedEmail(call, action),
    sends: question.isUbi && question.flow === "policyNumberRegistration" ? "code" : "link",
  };
  return { ...data, flow: questionFlowInfo(call, action), texts: policyNumberTexts(requestContext, ["username"]) };
}

/**
 * The e-mail that was typed in smart registration, if there is none on file. If the one on file is another person's
 * user name, only a different one.
 */
function typedEmail({ requestContext, question }: QuestionCall, action: EmailQuestion): string | undefined {
  const typed =
    question.flow === "link" ? undefined : requestContext.session.get(policyNumberStartSlice)?.handedOver?.email;
  if (typed === undefined || question.email === undefined) return typed;
  const isOther = normaliseEmail(typed) !== normaliseEmail(question.email);
  return action === "ASKUSERNAME" && isOther ? typed : undefined;
}

const taken = { email: { key: "alreadyExists" } } as const;

/**
 * Sends a link to the e-mail, or a code in the usage-based programme. An e-mail that is already used is a field error.
 */
export async function action(args: ActionFunctionArgs) {
  const { requestContext, question, attempt } = questionAt(args, questionOfUrl(args.url));
  const position = attempt && { requestContext, attempt };
  const values = await readForm(args.request);
  const refused = refuseFieldErrors(values, repeatedUsernameRules);
  if (refused !== undefined) return refused;
  const { email = "" } = values;
  const answeredQuestion = { registrationId: question.id, validationId: question.validationId };
  const result = await policyNumberApi(requestContext).validate(question.id, question.validationId, {
    validationValue: email,
  });
  if (result.kind !== "ok") return handlePolicyNumberForm(requestContext, result, { values, read: meaningOf });
  if (result.status !== 202) {
    const next = position && goToNextPage(position, result.data);
    if (next !== undefined) return next;
    const { error, triesLeft } = result.data;
    return error
      ? redrawForm<RegistrationFormError>({ errors: taken, values, triesLeft })
      : raiseRoadblock(requestContext, "technical");
  }
  requestContext.session.set(mailedLinkSlice, { answeredQuestion, email });
  return position === undefined
    ? redirect(policyNumberFlow.EMAIL_SENT.path, 303)
    : advanceToPage(position, "EMAIL_SENT");
}

function meaningOf({ status, error }: RejectedResult) {
  if (error.fields?.validationValue === "alreadyExists") return taken;
  return status === 400 ? ({ email: { key: "email" } } as const) : undefined;
}

export const handle: ScreenHandle = { isOfLink: true };

export default function NewEmailRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <UsernameScreen data={loaderData} refusal={actionData} />;
}
