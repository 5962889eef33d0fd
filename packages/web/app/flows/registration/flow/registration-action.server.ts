import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationEndpoint } from "@vestibule/contract/v2/registration.endpoint.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { readForm, redrawForm } from "../../../form/form-answer.ts";
import { type FieldRules, type FormValues, hasFieldFaults, validateForm } from "../../../form/form-values.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { handleRefusedForm, registrationOutcome, startPath, toSessionPage } from "./error-routing.server.ts";
import type { RegistrationRefusal } from "./flow-info.ts";
import {
  callRegistration,
  type RegistrationCallContext,
  type RegistrationInput,
  tokenClaims,
} from "./registration-call.server.ts";

/** Creates the action of a posted form. Without a session, registration starts again with an explanation. */
export function registrationAction<Answer>(
  answer: (call: RegistrationCallContext, values: FormValues) => Promise<Answer>,
) {
  return async ({ request, url, context }: ActionFunctionArgs) => {
    const requestContext = context.get(requestContextKey);
    if (requestContext.session.registration === undefined) {
      requestContext.session.expiredForm = true;
      return redirect(startPath, 303);
    }
    return answer({ requestContext, url }, await readForm(request));
  };
}

/** Validates a form before the API is called; undefined where every field is valid. */
export function refuseFaults(values: FormValues, rules: FieldRules) {
  const faults = validateForm(values, rules);
  return hasFieldFaults(faults) ? redrawForm<RegistrationRefusal>({ faults, values }) : undefined;
}

/**
 * Sends a form to the API: accepted, it redirects to the session's new page; refused, it stays or leaves. A refusal
 * that moves the session to another page is shown there.
 */
export async function sendForm<Name extends RegistrationEndpoint>(
  call: RegistrationCallContext,
  form: { name: Name; values: FormValues },
  ...input: RegistrationInput<Name>
) {
  const { requestContext, url } = call;
  const reply = await callRegistration(call, form.name, ...input);
  if (reply.kind === "ok") return toSessionPage(requestContext);
  const livePage = tokenClaims(requestContext)?.page;
  const isOtherPage = livePage !== undefined && flow[livePage].path !== url.pathname;
  const outcome = registrationOutcome(requestContext, reply, form.values);
  if (outcome.kind !== "stays" || !isOtherPage) return handleRefusedForm(requestContext, reply, form.values);
  if (outcome.code === "EMAIL_ALREADY_EXISTS" && requestContext.session.registration)
    requestContext.session.registration.flash = "emailTaken";
  return toSessionPage(requestContext);
}
