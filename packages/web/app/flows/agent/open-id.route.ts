import { redirect } from "react-router";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/open-id.route";
import { finishOpenIdSignIn, startOpenIdSignIn } from "./agent-session.server.ts";

/**
 * `/agent/sign-in` redirects to the insurer's OpenID provider, which redirects back to `/agent/callback`. Both are
 * links, because the Content-Security-Policy blocks a form's redirect to another origin.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  if (params.step === "sign-in") return redirect((await startOpenIdSignIn(requestContext)) ?? "/agent", 303);
  if (params.step === "callback") await finishOpenIdSignIn(requestContext, url.search.slice(1));
  return redirect("/agent", 303);
}
