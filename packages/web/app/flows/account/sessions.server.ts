import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { momentOf, timeZoneToShow } from "../../i18n/localize.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { describeDevice } from "./activity.server.ts";

const path = accountPagePath("sessions");

/** Active sessions of the person, and the browsers that the gateway knows. */
export const sessionsPage = {
  texts: ["security:sessions", "security:browsers", "security:zone"],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, securityEndpoints).sessions();
    if (result.kind !== "ok") return result;
    return {
      sessions: result.data.sessions.map(({ id, isCurrent, startedAt, lastUsedAt, ...device }) => ({
        id,
        isCurrent,
        device: describeDevice(requestContext, device),
        started: momentOf(requestContext, startedAt),
        lastUsed: momentOf(requestContext, lastUsedAt),
      })),
      browsers: result.data.browsers.map(({ id, isCurrent, lastUsedAt, ...device }) => ({
        id,
        isCurrent,
        device: describeDevice(requestContext, device),
        lastUsed: momentOf(requestContext, lastUsedAt),
      })),
      zone: timeZoneToShow(requestContext),
      done: consume(requestContext.session, "accountDone"),
    };
  },
  async submit({ requestContext }, { end, forget, forgetOthers }) {
    const api = sessionApi(requestContext, securityEndpoints);
    const remove = async () => {
      if (forget !== undefined) return ["browser", await api.forgetBrowser(forget)] as const;
      if (forgetOthers !== undefined) return ["browsers", await api.forgetOtherBrowsers()] as const;
      if (end !== undefined) return ["session", await api.endSession(end)] as const;
      return ["others", await api.endOtherSessions()] as const;
    };
    const [what, result] = await remove();
    if (result.kind !== "ok" && !isRejected(result, { status: 404 })) return result;
    const count = result.kind === "ok" ? result.data.count : 0;
    requestContext.session.accountDone = { what: count === 0 ? "nothing" : what, count };
    return redirect(path, 303);
  },
} satisfies AccountPage;
