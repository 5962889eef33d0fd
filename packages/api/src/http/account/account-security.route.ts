import type { OpenAPIHono } from "@hono/zod-openapi";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { activityQuery } from "@vestibule/contract/account/security.schema.ts";
import { listSessions } from "../../accounts/account-session.store.ts";
import { listKnownBrowsers } from "../../accounts/known-browser.store.ts";
import { listActivities } from "../../audit/activity.store.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { endSessions, forgetBrowser } from "../../flows/account/end-session.ts";
import { freezeOwnAccount } from "../../flows/account/freeze-account.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { accountSessionGuard } from "./account-session.guard.ts";

/** Sessions, known browsers, activity and the freeze of a signed-in person's account. */
export function addAccountSecurityRoutes(routes: OpenAPIHono<ApiEnvironment>, apiDeps: ApiDeps): void {
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const signedIn = { authorize: accountSessionGuard(deps) };
  const { sessions, endSession, endOtherSessions, forgetBrowser: forget, activity, freeze } = securityEndpoints;

  addEndpoint(
    routes,
    sessions,
    async ({ caller, reply }) => {
      const listed = await listSessions(deps.database, caller);
      const browsers = await listKnownBrowsers(deps.database, caller.accountId);
      return reply(200, {
        sessions: listed.map(({ startedAt, lastSeenAt, ...session }) => ({
          ...{ ...session, startedAt: startedAt.toISOString(), lastUsedAt: lastSeenAt.toISOString() },
        })),
        browsers: browsers.map(({ firstSeenAt, lastSeenAt, ...browser }) => ({
          ...{ ...browser, firstUsedAt: firstSeenAt.toISOString(), lastUsedAt: lastSeenAt.toISOString() },
        })),
      });
    },
    signedIn,
  );
  addEndpoint(
    routes,
    endOtherSessions,
    async ({ requestContext, caller: session, reply }) =>
      reply(200, { count: await endSessions(deps, { requestContext, session }) }),
    signedIn,
  );
  for (const [endpoint, remove] of [
    [endSession, endSessions],
    [forget, forgetBrowser],
  ] as const)
    addEndpoint(
      routes,
      endpoint,
      async ({ requestContext, caller: session, params: { id }, reply }) => {
        const count = await remove(deps, { requestContext, session }, id);
        return count === 0 ? accountErrorResponse("notFound") : reply(200, { count });
      },
      signedIn,
    );
  addEndpoint(
    routes,
    activity,
    async ({ context, caller, reply }) => {
      const query = activityQuery.safeParse(context.req.query());
      if (!query.success) return accountErrorResponse("invalidRequest", { fields: { before: "format" } });
      return reply(200, await listActivities(deps.database, { ...caller, ...query.data }));
    },
    signedIn,
  );
  addEndpoint(
    routes,
    freeze,
    async ({ requestContext, caller: session, body, reply }) => {
      const result = await freezeOwnAccount(deps, { requestContext, session, denied: body?.denied });
      return result.kind === "frozen"
        ? reply(200, { reference: result.reference })
        : accountErrorResponse("sessionEnded");
    },
    signedIn,
  );
}
