import { type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import type { Context, MiddlewareHandler } from "hono";
import type { GatewaySession } from "../capabilities/accounts/gateway-session.store.ts";
import { isDatabaseAway } from "../platform/database-fault.rule.ts";
import type { GatewayParts } from "./gateway.route.ts";
import { gatewayLocation } from "./gateway-answer.rule.ts";
import { liveSession } from "./gateway-session.adapter.ts";
import { servesBrand } from "./gateway-site.rule.ts";
import { type GatewayVisit, readVisit } from "./gateway-visit.rule.ts";
import { rememberAddress } from "./remembered-address.adapter.ts";

/** Headers by which an application learns who is there; from a browser they mean nothing and are removed. */
const gatewayHeaders = /^(iv-.*|x-display-name|x-last-sign-in|x-failed-sign-ins|x-last-failed-sign-in|x-session-.*)$/i;

/**
 * Stands before the applications: without a session to the portal's login page, with one on to the application with
 * `iv-user` (user name), `iv-groups` (roles, quoted), `x-display-name` (URI-encoded) and `x-last-sign-in` (ISO time
 * of the sign-in before this one, absent on the first), `x-failed-sign-ins` and `x-last-failed-sign-in` (how many wrong
 * passwords were tried since then, and the ISO time of the newest; absent where there was none), `x-session-idle-end` and `x-session-end` (ISO times at which
 * the session is over unless it is used again, and in any case). An application that does not answer leads to the
 * portal too.
 */
export function gatewayGuard(parts: GatewayParts): MiddlewareHandler {
  return async (context, next) => {
    const visit = readVisit(parts, context);
    const { pathname, search } = new URL(context.req.url);
    context.header("cache-control", "no-store");
    const session = await whoIsThere(parts, context, visit);
    if (session === "away") return context.redirect(visit.portal + gatewayLocation("unavailable", pathname), 302);
    // Data for a page that is open already: the page itself knows best where to go without a session.
    if (session === undefined && !pathname.endsWith(".data")) {
      const wanted = `${pathname}${search}`;
      if (context.req.method === "GET") rememberAddress(parts, context, visit, wanted);
      return context.redirect(visit.portal + gatewayLocation("firstVisit", wanted), 302);
    }
    context.req.raw = new Request(context.req.raw, {
      headers: await introduced(parts, context.req.raw.headers, session),
    });
    await next();
    if (!isAway(context) || pathname.endsWith(".data")) return;
    const headers = { location: gatewayLocation("applicationAway", pathname), "cache-control": "no-store" };
    // Headers of what the application began to say would be kept otherwise.
    context.res = undefined;
    context.res = new Response(null, { status: 302, headers });
  };
}

/** Whether the application did not answer, or a proxy before it says that it does not. */
function isAway({ error, res }: Context): boolean {
  return error !== undefined || [502, 503, 504].includes(res.status);
}

async function whoIsThere(parts: GatewayParts, context: Context, visit: GatewayVisit) {
  if (!servesBrand(parts.site ?? { kind: "inside" }, visit.brand)) return undefined;
  try {
    return await liveSession(parts, context, visit);
  } catch (fault) {
    if (!isDatabaseAway(fault)) throw fault;
    parts.log.error("gateway.fault", { fault });
    return "away";
  }
}

async function introduced(
  { users, database }: GatewayParts,
  from: Headers,
  session: GatewaySession | undefined,
): Promise<Headers> {
  const headers = new Headers(from);
  for (const name of [...headers.keys()]) if (gatewayHeaders.test(name)) headers.delete(name);
  if (session === undefined) return headers;
  const groups = await users.rolesOf(database, session.accountId);
  headers.set("iv-user", session.email);
  headers.set("iv-groups", groups.map((role) => `"${groupOf(role)}"`).join(","));
  headers.set("x-display-name", encodeURIComponent(`${session.firstName} ${session.lastName}`.toWellFormed()));
  headers.set("x-session-idle-end", session.idleEndsAt.toISOString());
  headers.set("x-session-end", session.endsAt.toISOString());
  if (session.previousSignInAt !== null) headers.set("x-last-sign-in", session.previousSignInAt.toISOString());
  const { count, latestAt } = session.failedSignIns;
  if (latestAt !== undefined) {
    headers.set("x-failed-sign-ins", String(count));
    headers.set("x-last-failed-sign-in", latestAt.toISOString());
  }
  return headers;
}

function groupOf(role: RoleCode): string {
  return Object.entries(roles).find(([, code]) => code === role)?.[0] ?? String(role);
}
