import { provinces } from "@vestibule/catalogue/province.table.ts";
import { ownHouseholdRequestEndpoints } from "@vestibule/contract/account/household-request.endpoint.ts";
import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";
import { beforeMidnight } from "@vestibule/wording/format.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { momentWithZone } from "../../i18n/localize.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";

/** Requests of drivers on the policyholder's policy, each with the buttons that answer it. */
export const householdPage = {
  texts: ["household"],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, ownHouseholdRequestEndpoints).list();
    if (result.kind !== "ok") return result;
    const { requests, settlingUntil } = result.data;
    const { timeZone } = provinces[requestContext.province];
    return {
      requests: requests.map(({ id, firstName, dueAt }) => ({
        id,
        driver: shortenName(firstName, requestContext.brand.nameLength.narrow),
        until: momentWithZone(requestContext, beforeMidnight(new Date(dueAt), timeZone)),
      })),
      pausedUntil: settlingUntil === undefined ? undefined : momentWithZone(requestContext, settlingUntil),
      flash: consume(requestContext.session, "householdFlash"),
    };
  },
  async submit({ requestContext }, { answer, id = "" }) {
    const call = answer === "approve" ? "approve" : "refuse";
    const result = await sessionApi(requestContext, ownHouseholdRequestEndpoints)[call](id);
    const isOver = result.kind !== "ok" && isRejected(result, { status: 404 });
    if (result.kind !== "ok" && !isOver) return result;
    requestContext.session.householdFlash = isOver ? "ended" : call === "approve" ? "approved" : "refused";
    return redirect(accountPagePath("household"), 303);
  },
} satisfies AccountPage;
