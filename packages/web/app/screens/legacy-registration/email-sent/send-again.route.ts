import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { createLinkClient } from "@vestibule/contract/v1/link.client.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../../answer/account-api.server.ts";
import { outcomeOf } from "../../../answer/response-outcome.rule.ts";
import { againAt } from "../../../visit/again-at.server.ts";
import { visitContext } from "../../../visit/visit.ts";
import { beginAgain } from "../flow/legacy-guard.server.ts";
import { leaveRefused } from "../flow/refused-call.server.ts";

/** Sends the link once more to the address that was typed; the page says how it went. */
export async function action({ url, context }: ActionFunctionArgs): Promise<Response> {
  const visit = context.get(visitContext);
  const { mailedLink } = visit.session;
  if (mailedLink === undefined) return beginAgain(visit, url);
  const { settings, caller } = accountApi(visit);
  const reply = await createLinkClient(settings).validate(caller, mailedLink.place);
  const outcome = reply.kind === "ok" ? undefined : outcomeOf(reply);
  const road = visit.session.link === undefined ? "policyNumber" : "link";
  if (outcome !== undefined && outcome.kind !== "wait")
    return leaveRefused({ visit, question: { road, isUbi: false } }, outcome);
  mailedLink.said = outcome === undefined ? "sentAgain" : { againAt: againAt(visit, outcome.seconds) };
  return redirect(legacyFlow.EMAIL_SENT.path, 303);
}

export function loader(): Response {
  return redirect(legacyFlow.EMAIL_SENT.path, 303);
}
