import { redirect } from "react-router";
import { requestContextKey } from "../../request/request-context.ts";
import { startOpenIdSignIn } from "../../staff/agent-session.server.ts";
import { staffAreas } from "../../staff/session-slice.server.ts";
import type { Route } from "./+types/sign-in.route";

/**
 * Redirects to the insurer's OpenID provider, also for the digital team (`?to=team`). It is a link, because the
 * Content-Security-Policy blocks a form's redirect to another origin.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const area = staffAreas.find((one) => one === url.searchParams.get("to")) ?? "agent";
  return redirect((await startOpenIdSignIn(context.get(requestContextKey), area)) ?? `/${area}`, 303);
}
