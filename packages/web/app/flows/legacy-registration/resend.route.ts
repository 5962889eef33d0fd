import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { createLegacyRegistrationClient } from "@vestibule/contract/v1/legacy-registration.client.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../answer/account-api.server.ts";
import { outcomeOf } from "../../answer/response-outcome.rule.ts";
import { visitContext } from "../../visit/request-context.ts";
import { beginAgain } from "./flow/legacy-guard.server.ts";
import { timesOf } from "./flow/legacy-landing.server.ts";
import { leaveRefused } from "./flow/refused-call.server.ts";

export { loader } from "./back.route.ts";

/** Requests another code by the same method; the code page shows the result. */
export async function action({ url, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(visitContext);
  const { legacy } = requestContext.session;
  if (legacy?.chosen === undefined) return beginAgain(requestContext, url);
  const { chosen } = legacy;
  const { settings, caller } = accountApi(requestContext);
  const place = { registrationId: legacy.id, validationId: chosen.id };
  const reply = await createLegacyRegistrationClient(settings).validate(caller, place);
  const outcome = reply.kind === "ok" ? undefined : outcomeOf(reply);
  if (outcome !== undefined && outcome.kind !== "wait")
    return leaveRefused({ requestContext, question: { road: "policyNumber", isUbi: legacy.ubi } }, outcome);
  if (reply.kind === "ok")
    Object.assign(legacy, { chosen: { ...chosen, ...timesOf(reply.data) }, stepAt: requestContext.now.toISOString() });
  legacy.said = reply.kind === "ok" ? "codeSentAgain" : "codeTooSoon";
  return redirect(legacyFlow[legacy.page].path, 303);
}
