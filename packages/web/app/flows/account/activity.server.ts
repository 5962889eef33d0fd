import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { type Activity, activityQuery } from "@vestibule/contract/account/security.schema.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import { momentOf, timeZoneToShow } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { AccountPage } from "./account-page.ts";
import { handleAccountFailure } from "./account-session.server.ts";
import { nameDevice } from "./device-name.ts";

/** Events of the account, newest first. */
export const activityPage = {
  texts: ["security:device", "security:activity", "security:did", "security:zone"],
  async load({ requestContext, url }) {
    const { before } = readActivityQuery(url);
    const reply = await sessionApi(requestContext, securityEndpoints).activity({ before });
    if (reply.kind !== "ok") return handleAccountFailure(requestContext, reply);
    return {
      activities: reply.data.activities.map((activity) => describeActivity(requestContext, activity)),
      isFirst: before === undefined,
      next: reply.data.next,
      zone: timeZoneToShow(requestContext),
    };
  },
} satisfies AccountPage;

/** The ids in the query of a URL; none where one is malformed. */
export function readActivityQuery({ searchParams }: URL) {
  return activityQuery.safeParse(Object.fromEntries(searchParams)).data ?? {};
}

export type ShownActivity = ReturnType<typeof describeActivity>;

export function describeActivity(
  requestContext: PortalRequestContext,
  { id, at, activity, canDeny, ...device }: Activity,
) {
  return {
    id,
    activity,
    canDeny,
    when: momentOf(requestContext, at),
    ...(Object.keys(device).length > 0 && { device: nameDevice(device) }),
  };
}
