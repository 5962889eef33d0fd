import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { applicationEndpoints } from "@vestibule/contract/account/application.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { readForm } from "../../form/form-error.ts";
import { momentOf, nameProvinceZone, textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/applications.route";
import { accountPagePath } from "./account-path.table.ts";
import { dataOrRedirect, handleAccountFailure } from "./account-session.server.ts";
import { ApplicationsScreen } from "./applications.screen.tsx";
import { applicationEndedSlice } from "./session-slice.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, applicationEndpoints).applications();
  const { applications } = dataOrRedirect(requestContext, result, "applications");
  return {
    applications: applications.map(({ allowedAt, signedInAt, ...application }) => ({
      ...application,
      since: momentOf(requestContext, allowedAt).day,
      signedIn: momentOf(requestContext, signedInAt),
    })),
    tokenMinutes: ttl.oidcAccessTokenMinutes,
    zone: nameProvinceZone(requestContext),
    ended: requestContext.session.consume(applicationEndedSlice),
    texts: textsFor(requestContext, ["account:applications", "security:zone"]),
  };
}

/** Ends the access of an application. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const { application = "" } = await readForm(request);
  const result = await sessionApi(requestContext, applicationEndpoints).end(application);
  if (result.kind !== "ok" && !isRejected(result, { status: 404 }))
    return handleAccountFailure(requestContext, result, "applications");
  requestContext.session.set(applicationEndedSlice, result.kind === "ok" ? "ended" : "nothing");
  return redirect(accountPagePath("applications"), 303);
}

export default function ApplicationsRoute({ loaderData }: Route.ComponentProps) {
  return <ApplicationsScreen {...loaderData} />;
}
