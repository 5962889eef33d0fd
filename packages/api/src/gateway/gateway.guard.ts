import { roleNames } from "@vestibule/catalogue/account.table.ts";
import type { Context, MiddlewareHandler } from "hono";
import type { GatewaySession } from "../accounts/gateway-session.store.ts";
import { isDatabaseUnavailable } from "../platform/database-fault.rule.ts";
import {
  type GatewayContext,
  type GatewayEnvironment,
  readGatewayRequestContext,
} from "./gateway-request-context.rule.ts";
import { gatewayLocation, redirectToPortal } from "./gateway-result.rule.ts";
import { readLiveSession } from "./gateway-session.adapter.ts";
import { type GatewayDeps, servesBrand } from "./gateway-site.rule.ts";
import { isIdentityHeader } from "./identity-header.rule.ts";
import { saveReturnTo } from "./return-to.adapter.ts";

/**
 * Protects the applications: redirects requests without a session to the portal's login page, and forwards the others
 * with `iv-user` (user name), `iv-groups` (roles, quoted), `x-display-name` (URI-encoded) and `x-last-sign-in` (ISO
 * time of the previous sign-in, absent on the first), `x-failed-sign-ins` and `x-last-failed-sign-in` (number of
 * wrong passwords since then and ISO time of the newest; absent without any), `x-session-idle-end` and
 * `x-session-end` (ISO times of the idle and the absolute timeout), `x-account-language` and `x-account-province`. An
 * application that does not respond redirects to the portal too.
 */
export function gatewayGuard(deps: GatewayDeps): MiddlewareHandler<GatewayEnvironment> {
  return async (context, next) => {
    context.set("requestContext", readGatewayRequestContext(deps, context));
    const { pathname, search } = new URL(context.req.url);
    context.header("cache-control", "no-store");
    const session = await readSession(deps, context);
    if (session === "unavailable") return redirectToPortal(context, "unavailable", pathname);
    // Data request of a page already open: the page itself handles a missing session.
    if (session === undefined && !pathname.endsWith(".data")) {
      const wanted = `${pathname}${search}`;
      if (context.req.method === "GET") saveReturnTo(deps, context, wanted);
      return redirectToPortal(context, "firstVisit", wanted);
    }
    context.req.raw = new Request(context.req.raw, {
      headers: withIdentityHeaders(context.req.raw.headers, session),
    });
    await next();
    if (!isUnavailable(context) || pathname.endsWith(".data")) return;
    const headers = { location: gatewayLocation("applicationUnavailable", pathname), "cache-control": "no-store" };
    // Hono would keep headers of the application's partial response otherwise.
    context.res = undefined;
    context.res = new Response(null, { status: 302, headers });
  };
}

/** Whether the application, or a proxy in front of it, reports that it is unavailable. */
function isUnavailable({ error, res }: Context): boolean {
  return error !== undefined || [502, 503, 504].includes(res.status);
}

async function readSession(deps: GatewayDeps, context: GatewayContext) {
  if (!servesBrand(deps, context.get("requestContext").brand)) return undefined;
  try {
    return await readLiveSession(deps, context);
  } catch (fault) {
    if (!isDatabaseUnavailable(fault)) throw fault;
    deps.log.error("gateway.fault", { fault });
    return "unavailable";
  }
}

function withIdentityHeaders(from: Headers, session: GatewaySession | undefined): Headers {
  const headers = new Headers(from);
  for (const name of [...headers.keys()]) if (isIdentityHeader(name)) headers.delete(name);
  if (session === undefined) return headers;
  headers.set("iv-user", session.email);
  headers.set("iv-groups", session.roles.map((role) => `"${roleNames[role]}"`).join(","));
  headers.set("x-display-name", encodeURIComponent(`${session.firstName} ${session.lastName}`.toWellFormed()));
  headers.set("x-account-language", session.language);
  headers.set("x-account-province", session.province);
  headers.set("x-session-idle-end", session.idleEndsAt.toISOString());
  headers.set("x-session-end", session.endsAt.toISOString());
  if (session.previousSignInAt !== null) headers.set("x-last-sign-in", session.previousSignInAt.toISOString());
  if (session.lastFailedSignInAt !== null) {
    headers.set("x-failed-sign-ins", String(session.failedSignIns));
    headers.set("x-last-failed-sign-in", session.lastFailedSignInAt.toISOString());
  }
  return headers;
}
