import { type Activity, activityQuery, type ListedSession } from "@vestibule/contract/account/security.endpoint.ts";
import { momentOf, nameDevice, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";

/** The ids in the query of a URL; none where one is malformed. */
export function readActivityQuery({ searchParams }: URL) {
  return activityQuery.safeParse(Object.fromEntries(searchParams)).data ?? {};
}

export type ShownActivity = ReturnType<typeof describeActivity>;

export function describeActivity(
  requestContext: PortalRequestContext,
  { id, at, activity, signals = [], canDeny, ...device }: Activity,
) {
  return {
    id,
    activity,
    signals,
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
