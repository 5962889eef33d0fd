import type { RegistrationCalls } from "@vestibule/contract/v2/registration.client.ts";
import type { RegistrationEndpoint } from "@vestibule/contract/v2/registration.schema.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { drawAgain, readForm } from "../../../form/form-answer.ts";
import { type FieldRules, type FormValues, faultsOf, hasFaults } from "../../../form/form-values.ts";
import { visitContext } from "../../../visit/visit.ts";
import { addressOf } from "./landing.rule.ts";
import { endingOf, leaveFor, startPath, stay, toSessionPage } from "./landing.server.ts";
import type { RegistrationRefusal } from "./refusal.ts";
import { callRegistration, liveClaims, type RegistrationTalk } from "./registration-call.server.ts";

/** Wires the answer to a posted form: without a session, registration begins anew, and says why. */
export function registrationAction<Answer>(answer: (talk: RegistrationTalk, values: FormValues) => Promise<Answer>) {
  return async ({ request, url, context }: ActionFunctionArgs) => {
    const visit = context.get(visitContext);
    if (visit.session.registration === undefined) {
      visit.session.formLost = true;
      return redirect(startPath, 303);
    }
    return answer({ visit, url }, await readForm(request));
  };
}

/** Judges a form before anything is asked of the API; undefined where every field is sound. */
export function refuseFaults(values: FormValues, rules: FieldRules) {
  const faults = faultsOf(values, rules);
  return hasFaults(faults) ? drawAgain<RegistrationRefusal>({ faults, values }) : undefined;
}

/**
 * One call of a form: accepted it leads to the session's new page; refused it stays or leaves.
 * A refusal that moves the session to another page is told there.
 */
export async function sendForm<Name extends RegistrationEndpoint>(
  talk: RegistrationTalk,
  call: { name: Name; values: FormValues },
  ...input: undefined extends RegistrationCalls[Name]["input"] ? [] : [RegistrationCalls[Name]["input"]]
) {
  const { visit, url } = talk;
  const reply = await callRegistration(talk, call.name, ...input);
  if (reply.kind === "ok") return toSessionPage(visit);
  const ending = endingOf(visit, reply, call.values);
  if (ending.kind !== "stays") return leaveFor(visit, ending);
  const livePage = liveClaims(visit)?.page;
  if (livePage === undefined || addressOf(livePage) === url.pathname) return stay(visit, ending, call.values);
  if (ending.code === "EMAIL_ALREADY_EXISTS" && visit.session.registration)
    visit.session.registration.said = "emailTaken";
  return toSessionPage(visit);
}
