import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { readForm } from "../../form/form-error.ts";
import type { FormValues } from "../../form/form-values.ts";
import { momentOf, nameProvinceZone, textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/sessions.route";
import { accountPagePath } from "./account-path.table.ts";
import { dataOrRedirect, handleAccountFailure } from "./account-session.server.ts";
import { describeDevice } from "./activity.server.ts";
import { accountDoneSlice } from "./session-slice.server.ts";
import { SessionsScreen } from "./sessions.screen.tsx";

/** Loads the active sessions of the person, and the browsers that the gateway knows. */
export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, securityEndpoints).sessions();
  const { sessions, browsers } = dataOrRedirect(requestContext, result, "sessions");
  return {
    sessions: sessions.map(({ id, isCurrent, startedAt, lastUsedAt, ...device }) => ({
      id,
      isCurrent,
      device: describeDevice(requestContext, device),
      started: momentOf(requestContext, startedAt),
      lastUsed: momentOf(requestContext, lastUsedAt),
    })),
    browsers: browsers.map(({ id, isCurrent, lastUsedAt, ...device }) => ({
      id,
      isCurrent,
      device: describeDevice(requestContext, device),
      lastUsed: momentOf(requestContext, lastUsedAt),
    })),
    zone: nameProvinceZone(requestContext),
    done: requestContext.session.consume(accountDoneSlice),
    texts: textsFor(requestContext, ["security:sessions", "security:browsers", "security:zone"]),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const [what, result] = await endOrForget(requestContext, await readForm(request));
  if (result.kind !== "ok" && !isRejected(result, { status: 404 }))
    return handleAccountFailure(requestContext, result, "sessions");
  const count = result.kind === "ok" ? result.data.count : 0;
  requestContext.session.set(accountDoneSlice, { what: count === 0 ? "nothing" : what, count });
  return redirect(accountPagePath("sessions"), 303);
}

/** Ends or forgets what the button of a form names. */
async function endOrForget(requestContext: PortalRequestContext, { end, forget, forgetOthers }: FormValues) {
  const api = sessionApi(requestContext, securityEndpoints);
  if (forget !== undefined) return ["browser", await api.forgetBrowser(forget)] as const;
  if (forgetOthers !== undefined) return ["browsers", await api.forgetOtherBrowsers()] as const;
  if (end !== undefined) return ["session", await api.endSession(end)] as const;
  return ["others", await api.endOtherSessions()] as const;
}

export default function SessionsRoute({ loaderData }: Route.ComponentProps) {
  return <SessionsScreen {...loaderData} />;
}
