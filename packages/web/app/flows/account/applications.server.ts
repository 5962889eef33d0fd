import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { applicationEndpoints } from "@vestibule/contract/account/application.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { momentOf, timeZoneToShow } from "../../i18n/localize.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";

/** Applications that the person signed in to, each with what it sees and the form that ends its access. */
export const applicationsPage = {
  texts: ["account:applications", "security:zone"],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, applicationEndpoints).applications();
    if (result.kind !== "ok") return result;
    return {
      applications: result.data.applications.map(({ allowedAt, signedInAt, ...application }) => ({
        ...application,
        since: momentOf(requestContext, allowedAt).day,
        signedIn: momentOf(requestContext, signedInAt),
      })),
      tokenMinutes: ttl.oidcAccessTokenMinutes,
      zone: timeZoneToShow(requestContext),
      ended: consume(requestContext.session, "applicationEnded"),
    };
  },
  async submit({ requestContext }, { application }) {
    const result = await sessionApi(requestContext, applicationEndpoints).end(application ?? "");
    if (result.kind !== "ok" && !isRejected(result, { status: 404 })) return result;
    requestContext.session.applicationEnded = result.kind === "ok" ? "ended" : "nothing";
    return redirect(accountPagePath("applications"), 303);
  },
} satisfies AccountPage;
