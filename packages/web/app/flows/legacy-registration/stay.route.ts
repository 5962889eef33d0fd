import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { createLegacyRegistrationClient } from "@vestibule/contract/v1/legacy-registration.client.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../answer/account-api.server.ts";
import { outcomeOf } from "../../answer/response-outcome.rule.ts";
import { readForm } from "../../form/form-answer.ts";
import { visitContext } from "../../visit/request-context.ts";
import { beginAgain } from "./flow/legacy-guard.server.ts";
import { leaveRefused } from "./flow/refused-call.server.ts";

export { loader } from "./back.route.ts";

/** Extends the registration. With a script the page stays with all typed values; without one it is rendered again. */
export async function action({ request, url, context }: ActionFunctionArgs): Promise<Response | null> {
  const requestContext = context.get(visitContext);
  const { legacy } = requestContext.session;
  if (legacy === undefined) return beginAgain(requestContext, url);
  const { stays } = await readForm(request);
  const { settings, caller } = accountApi(requestContext);
  const reply = await createLegacyRegistrationClient(settings).extend(caller, legacy.id);
  if (reply.kind === "ok") {
    Object.assign(legacy, { endsAt: reply.data.endsAt, stepAt: requestContext.now.toISOString() });
  } else {
    const outcome = outcomeOf(reply);
    const question = { road: "policyNumber", isUbi: legacy.ubi } as const;
    // Extension failed for now: the typed values and the warning stay.
    if (outcome.kind === "passes") return leaveRefused({ requestContext, question }, outcome);
  }
  return stays === "here" ? null : redirect(legacyFlow[legacy.page].path, 303);
}
