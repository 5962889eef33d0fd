import { redirect } from "react-router";
import { requestContextKey } from "../../request/request-context.ts";
import { finishOpenIdSignIn, startOpenIdSignIn } from "../../staff/agent-session.server.ts";
import { staffAreas } from "../../staff/session-slice.server.ts";
import type { Route } from "./+types/open-id.route";

/**
 * `/agent/sign-in` redirects to the insurer's OpenID provider, which redirects back to `/agent/callback`, also for the
 * digital team (`?to=team`). Both are links, because the Content-Security-Policy blocks a form's redirect to another
 * origin.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  if (params.step === "sign-in") {
    const area = staffAreas.find((one) => one === url.searchParams.get("to")) ?? "agent";
    return redirect((await startOpenIdSignIn(requestContext, area)) ?? `/${area}`, 303);
  }
  if (params.step !== "callback") return redirect("/agent", 303);
  return redirect(`/${await finishOpenIdSignIn(requestContext, url.search.slice(1))}`, 303);
}
