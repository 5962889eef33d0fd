import { redirect } from "react-router";
import { requestContextKey } from "../../request/request-context.ts";
import { finishOpenIdSignIn } from "../../staff/agent-session.server.ts";
import type { Route } from "./+types/callback.route";

/** Where the insurer's OpenID provider redirects to after a sign-in. */
export async function loader({ url, context }: Route.LoaderArgs) {
  return redirect(`/${await finishOpenIdSignIn(context.get(requestContextKey), url.search.slice(1))}`, 303);
}
