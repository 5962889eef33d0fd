import { refusedActivities } from "@vestibule/catalogue/activity.table.ts";
import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { readForm } from "../../form/form-error.ts";
import { nameProvinceZone, textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { roadblockSlice } from "../../roadblock/session-slice.server.ts";
import type { Route } from "./+types/freeze.route";
import { dataOrRedirect } from "./account-session.server.ts";
import { describeActivity, readActivityQuery } from "./activity.server.ts";
import { FreezeScreen } from "./freeze.screen.tsx";

export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const texts = textsFor(requestContext, [
    "security:freeze",
    "security:refused",
    "security:did",
    "security:signal",
    "security:activity.when",
    "security:zone",
  ]);
  const { id } = readActivityQuery(url);
  if (id === undefined) return { denied: undefined, zone: undefined, isRefused: false, texts };
  const result = await sessionApi(requestContext, securityEndpoints).activity({ id });
  const [denied] = dataOrRedirect(requestContext, result, "freeze").activities;
  return {
    denied: denied && describeActivity(requestContext, denied),
    zone: nameProvinceZone(requestContext),
    isRefused: isOneOf(refusedActivities, denied?.activity),
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    texts,
  };
}

/** Freezes the account, then shows the roadblock of a frozen account. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const { denied } = await readForm(request);
  const result = await sessionApi(requestContext, securityEndpoints).freeze(
    denied === undefined ? undefined : { denied },
  );
  const { reference } = dataOrRedirect(requestContext, result, "freeze");
  requestContext.session.set(roadblockSlice, { id: "account-frozen", reference });
  return redirect(roadblocks["account-frozen"].path, 303);
}

export default function FreezeRoute({ loaderData }: Route.ComponentProps) {
  return <FreezeScreen {...loaderData} />;
}
