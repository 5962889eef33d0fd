import { activityQuery, securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { listSessions } from "../../accounts/gateway-session.store.ts";
import { listKnownBrowsers } from "../../accounts/known-browser.store.ts";
import { listActivities } from "../../audit/activity.store.ts";
import type { RouteDeps } from "../../deps.ts";
import { endSessions, forgetKnownBrowsers } from "../../flows/account/end-session.ts";
import { freezeOwnAccount } from "../../flows/account/freeze-account.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import type { AddOwnEndpoint } from "./account-session.guard.ts";

export function addAccountSecurityRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  const { sessions, endSession, endOtherSessions, forgetBrowser, forgetOtherBrowsers } = securityEndpoints;
  const { activity, freeze } = securityEndpoints;

  addOwnEndpoint(sessions, async ({ caller: { session }, reply }) => {
    const sessions = await listSessions(deps.database, session);
    return reply(200, { sessions, browsers: await listKnownBrowsers(deps.database, session) });
  });
  for (const [one, others, remove] of [
    [endSession, endOtherSessions, endSessions],
    [forgetBrowser, forgetOtherBrowsers, forgetKnownBrowsers],
  ] as const) {
    addOwnEndpoint(others, async ({ caller, reply }) => reply(200, { count: await remove(deps, caller) }));
    addOwnEndpoint(one, async ({ caller, params: { id }, reply }) => {
      const count = await remove(deps, caller, id);
      return count === 0 ? accountErrorResponse("notFound") : reply(200, { count });
    });
  }
  addOwnEndpoint(activity, async ({ context, caller: { session }, reply }) => {
    const query = activityQuery.safeParse(context.req.query());
    if (!query.success) return accountErrorResponse("invalidRequest", { fields: { before: "format" } });
    return reply(200, await listActivities(deps.database, { ...session, ...query.data }));
  });
  addOwnEndpoint(freeze, async ({ caller, body, reply }) => {
    const result = await freezeOwnAccount(deps, { ...caller, denied: body?.denied });
    return result.kind === "frozen"
      ? reply(200, { reference: result.reference })
      : accountErrorResponse("sessionEnded");
  });
}
