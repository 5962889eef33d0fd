import {
  type Activity,
  activityQuery,
  type ListedSession,
  securityEndpoints,
} from "@vestibule/contract/account/security.endpoint.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import { momentOf, nameDevice, timeZoneToShow, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { AccountPage } from "./account-page.ts";

/** Events of the account, newest first. */
export const activityPage = {
  texts: ["security:activity", "security:did", "security:zone"],
  async load({ requestContext, url }) {
    const { before } = readActivityQuery(url);
    const result = await sessionApi(requestContext, securityEndpoints).activity({ before });
    if (result.kind !== "ok") return result;
    return {
      activities: result.data.activities.map((activity) => describeActivity(requestContext, activity)),
      isFirst: before === undefined,
      next: result.data.next,
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
    ...(Object.keys(device).length > 0 && { device: describeDevice(requestContext, device) }),
  };
}

/** A browser and a system as people know them. */
export function describeDevice(
  requestContext: PortalRequestContext,
  device: Pick<ListedSession, "browser" | "system">,
): string {
  return nameDevice(requestContext, device) ?? translate(requestContext, "security:device.none");
}
