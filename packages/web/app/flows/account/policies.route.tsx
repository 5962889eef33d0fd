import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { sessionApi } from "../../api/api-client.server.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/policies.route";
import { dataOrRedirect, readSession } from "./account-session.server.ts";
import { PoliciesScreen } from "./policies.screen.tsx";
import { policyFlashSlice } from "./session-slice.server.ts";

/** Policies of the person and the household. The page also works while the policy directory does not answer. */
export async function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const [result, { hasHouseholdRequest = false }] = await Promise.all([
    sessionApi(requestContext, profileEndpoints).policies(),
    readSession(requestContext),
  ]);
  const isOutage = result.kind === "unavailable" || (result.kind === "error" && result.status === 503);
  return {
    policies: isOutage ? undefined : dataOrRedirect(requestContext, result, "policies").policies,
    flash: requestContext.session.consume(policyFlashSlice),
    hasHouseholdRequest,
    texts: textsFor(requestContext, ["account:policies", "household:overview"]),
  };
}

export default function PoliciesRoute({ loaderData }: Route.ComponentProps) {
  return <PoliciesScreen {...loaderData} />;
}
