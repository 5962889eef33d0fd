import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { sessionApi } from "../../api/api-client.server.ts";
import { nameProvinceZone, textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/activity.route";
import { dataOrRedirect } from "./account-session.server.ts";
import { ActivityScreen } from "./activity.screen.tsx";
import { describeActivities, readActivityQuery } from "./activity.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const { before } = readActivityQuery(url);
  const result = await sessionApi(requestContext, securityEndpoints).activity({ before });
  const { activities, next } = dataOrRedirect(requestContext, result, "activity");
  return {
    activities: describeActivities(requestContext, activities),
    isFirst: before === undefined,
    next,
    zone: nameProvinceZone(requestContext),
    texts: textsFor(requestContext, ["security:activity", "security:did", "security:signal", "security:zone"]),
  };
}

export default function ActivityRoute({ loaderData }: Route.ComponentProps) {
  return <ActivityScreen {...loaderData} />;
}
