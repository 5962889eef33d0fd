import { redirect } from "react-router";
import { visitContext } from "../../visit/request-context.ts";
import type { Route } from "./+types/open-id.route";
import { finishOpenIdSignIn, startOpenIdSignIn } from "./agent-session.server.ts";

/**
 * `/agent/sign-in` sends the browser to the insurer's OpenID provider, which sends it back to `/agent/callback`. Both are
 * followed as links: a form's redirect to another origin is against the Content-Security-Policy.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const requestContext = context.get(visitContext);
  if (params.step === "sign-in") return redirect((await startOpenIdSignIn(requestContext)) ?? "/agent", 303);
  if (params.step === "callback") await finishOpenIdSignIn(requestContext, url.search.slice(1));
  return redirect("/agent", 303);
}
