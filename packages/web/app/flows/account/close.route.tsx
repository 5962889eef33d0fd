import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { sentence, textKey } from "@vestibule/wording/tables.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { readForm, refuseFieldErrors } from "../../form/form-error.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { noticeSlice } from "../../shared-slices/login-slices.server.ts";
import type { Route } from "./+types/close.route";
import { dataOrRedirect } from "./account-session.server.ts";
import { CloseScreen, closingRules, keptSections } from "./close.screen.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, ownDataEndpoints).closing();
  const { deletes, keeps } = dataOrRedirect(requestContext, result, "close");
  return {
    deletes: deletes.map((section) =>
      String(sentence(textKey(`personExport:section.${section}`), requestContext.language)),
    ),
    keeps: keptSections.filter((section) => keeps.includes(section)),
    texts: textsFor(requestContext, ["ownData:closing", "fields:closing"]),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const refusal = refuseFieldErrors(await readForm(request), closingRules);
  if (refusal !== undefined) return refusal;
  dataOrRedirect(requestContext, await sessionApi(requestContext, ownDataEndpoints).close(), "close");
  requestContext.session.set(noticeSlice, "accountClosed");
  return redirect("/", 303);
}

export default function CloseRoute({ loaderData }: Route.ComponentProps) {
  return <CloseScreen {...loaderData} />;
}
