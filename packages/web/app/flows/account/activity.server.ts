import { refusedActivities } from "@vestibule/catalogue/activity.table.ts";
import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { type Activity, activityQuery, type ListedSession } from "@vestibule/contract/account/security.endpoint.ts";
import { momentOf, nameDevice, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";

/** The ids in the query of a URL; none where one is malformed. */
export function readActivityQuery({ searchParams }: URL) {
  return activityQuery.safeParse(Object.fromEntries(searchParams)).data ?? {};
}

/** `tries`: refused attempts in a row that are shown as one, and the first of them; the newest is the activity itself. */
export interface ShownActivity extends ReturnType<typeof describeActivity> {
  tries?: { count: number; firstDay: string; firstTime: string };
}

/** Activities, newest first. Refused attempts in a row from one device become one entry with the id of the newest. */
export function describeActivities(
  requestContext: PortalRequestContext,
  activities: readonly Activity[],
): ShownActivity[] {
  const groups: { newest: Activity; oldest: Activity; count: number }[] = [];
  for (const activity of activities) {
    const group = groups.at(-1);
    if (group && isSameAttempt(group.newest, activity))
      Object.assign(group, { oldest: activity, count: group.count + 1 });
    else groups.push({ newest: activity, oldest: activity, count: 1 });
  }
  return groups.map(({ newest, oldest, count }) => {
    const { day: firstDay, time: firstTime } = momentOf(requestContext, oldest.at);
    const shown = describeActivity(requestContext, newest);
    return count === 1 ? shown : { ...shown, tries: { count, firstDay, firstTime } };
  });
}

function isSameAttempt(left: Activity, right: Activity): boolean {
  return (
    isOneOf(refusedActivities, left.activity) &&
    left.activity === right.activity &&
    left.browser === right.browser &&
    left.system === right.system &&
    left.canDeny === right.canDeny
  );
}

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
