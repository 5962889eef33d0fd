import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { sessionApi } from "../../api/api-client.server.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/sign-in.route";
import { dataOrRedirect } from "./account-session.server.ts";
import { accountFlashSlice } from "./session-slice.server.ts";
import { AccountSignInScreen } from "./sign-in.screen.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, credentialEndpoints).session();
  return {
    email: dataOrRedirect(requestContext, result, "sign-in").email,
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    flash: requestContext.session.consume(accountFlashSlice),
    texts: textsFor(requestContext, [
      "account:sign-in",
      "account:email.title",
      "account:freeze",
      ...(["account:password", "account:passkeys", "account:second-factors"] as const).flatMap(
        (page) => [`${page}.title`, `${page}.note`] as const,
      ),
    ]),
  };
}

export default function SignInRoute({ loaderData }: Route.ComponentProps) {
  return <AccountSignInScreen {...loaderData} />;
}
