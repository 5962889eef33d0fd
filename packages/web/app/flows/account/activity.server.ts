import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { timeZoneToShow } from "../../i18n/localize.server.ts";
import type { AccountPage } from "./account-page.ts";
import { leaveAccount, sessionApi } from "./account-session.server.ts";
import { nameDevice } from "./device-name.ts";
import { momentOf } from "./moment.server.ts";

const cursor = /^\d{1,19}$/;

/** What happened in the account, newest first. */
export const activityPage: AccountPage = {
  texts: ["security:device", "security:activity", "security:did", "security:zone"],
  async load({ requestContext, url }) {
    const { client, caller } = sessionApi(requestContext, securityEndpoints);
    const asked = url.searchParams.get("before") ?? "";
    const before = cursor.test(asked) ? asked : undefined;
    const reply = await client.activity(caller, { before });
    if (reply.kind !== "ok") return leaveAccount(requestContext, reply);
    return {
      kind: "activity",
      activities: reply.data.activities.map(({ id, at, activity, canDeny, ...device }) => ({
        ...{ id, activity, canDeny, when: momentOf(requestContext, at) },
        ...(Object.keys(device).length > 0 && { device: nameDevice(device) }),
      })),
      isFirst: before === undefined,
      next: reply.data.next,
      zone: timeZoneToShow(requestContext),
    };
  },
};
