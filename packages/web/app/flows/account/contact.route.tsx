import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { sessionApi } from "../../api/api-client.server.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/contact.route";
import { dataOrRedirect } from "./account-session.server.ts";
import { ContactScreen } from "./contact.screen.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, profileEndpoints).profile();
  const texts = textsFor(requestContext, ["account:contact", "common:province"]);
  return { onFile: undefined, ...dataOrRedirect(requestContext, result, "contact"), texts };
}

export default function ContactRoute({ loaderData }: Route.ComponentProps) {
  return <ContactScreen {...loaderData} />;
}
