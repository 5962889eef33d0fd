import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { createLinkClient } from "@vestibule/contract/v1/link.client.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../../answer/account-api.server.ts";
import { outcomeOf } from "../../../answer/response-outcome.rule.ts";
import { visitContext } from "../../../visit/request-context.ts";
import { retryAt } from "../../../visit/retry-at.server.ts";
import { beginAgain } from "../flow/legacy-guard.server.ts";
import { leaveRefused } from "../flow/refused-call.server.ts";

/** Sends the link again to the typed e-mail; the page shows the result. */
export async function action({ url, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(visitContext);
  const { mailedLink } = requestContext.session;
  if (mailedLink === undefined) return beginAgain(requestContext, url);
  const { settings, caller } = accountApi(requestContext);
  const reply = await createLinkClient(settings).validate(caller, mailedLink.place);
  const outcome = reply.kind === "ok" ? undefined : outcomeOf(reply);
  const road = requestContext.session.link === undefined ? "policyNumber" : "link";
  if (outcome !== undefined && outcome.kind !== "wait")
    return leaveRefused({ requestContext, question: { road, isUbi: false } }, outcome);
  mailedLink.said = outcome === undefined ? "sentAgain" : { retryAt: retryAt(requestContext, outcome.seconds) };
  return redirect(legacyFlow.EMAIL_SENT.path, 303);
}

export function loader(): Response {
  return redirect(legacyFlow.EMAIL_SENT.path, 303);
}
