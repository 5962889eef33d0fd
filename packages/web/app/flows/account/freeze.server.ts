import { refusedActivities } from "@vestibule/catalogue/activity.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/account-api.server.ts";
import { timeZoneToShow } from "../../i18n/localize.server.ts";
import type { AccountPage } from "./account-page.ts";
import { describeActivity, readActivityQuery } from "./activity.server.ts";

/** Freezes the account after a confirmation, then shows the roadblock of a frozen account. */
export const freezePage = {
  texts: ["security:freeze", "security:refused", "security:did", "security:activity.when", "security:zone"],
  async load({ requestContext, url }) {
    const { id } = readActivityQuery(url);
    if (id === undefined) return { denied: undefined, zone: undefined, isRefused: false };
    const result = await sessionApi(requestContext, securityEndpoints).activity({ id });
    if (result.kind !== "ok") return result;
    const [denied] = result.data.activities;
    return {
      denied: denied && describeActivity(requestContext, denied),
      zone: timeZoneToShow(requestContext),
      isRefused: refusedActivities.some((refused) => refused === denied?.activity),
      hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    };
  },
  async submit({ requestContext }, { denied }) {
    const result = await sessionApi(requestContext, securityEndpoints).freeze(
      denied === undefined ? undefined : { denied },
    );
    if (result.kind !== "ok") return result;
    requestContext.session.roadblock = { id: "account-frozen", reference: result.data.reference };
    return redirect(roadblocks["account-frozen"].path, 303);
  },
} satisfies AccountPage;
