import { redirectWithCookieCheck } from "../../request/cookie-check.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { finishOpenIdSignIn } from "../../staff/agent-session.server.ts";
import type { Route } from "./+types/callback.route";

/** Where the insurer's OpenID provider redirects to after a sign-in. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  return redirectWithCookieCheck(requestContext, `/${await finishOpenIdSignIn(requestContext, url.search.slice(1))}`);
}
