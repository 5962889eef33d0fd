import { type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import type { Context, MiddlewareHandler } from "hono";
import type { GatewaySession } from "../capabilities/accounts/gateway-session.store.ts";
import { isDatabaseAway } from "../platform/database-fault.rule.ts";
import type { GatewayParts } from "./gateway.route.ts";
import { gatewayLocation } from "./gateway-answer.rule.ts";
import { liveSession } from "./gateway-session.adapter.ts";
import { type GatewayVisit, readVisit } from "./gateway-visit.rule.ts";
import { rememberAddress } from "./remembered-address.adapter.ts";

/** Headers by which an application learns who is there; from a browser they mean nothing and are removed. */
const gatewayHeaders = /^(iv-.*|x-display-name|x-last-sign-in)$/i;

/**
 * Stands before the applications: without a session to the portal's login page, with one on to the application with
 * `iv-user` (user name), `iv-groups` (roles, quoted), `x-display-name` (URI-encoded) and `x-last-sign-in` (ISO time
 * of the sign-in before this one, absent on the first).
 */
export function gatewayGuard(parts: GatewayParts): MiddlewareHandler {
  return async (context, next) => {
    const visit = readVisit(parts, context);
    const { pathname, search } = new URL(context.req.url);
    const session = await whoIsThere(parts, context, visit);
    if (session === "away") return context.redirect(gatewayLocation("unavailable", pathname), 302);
    if (session === undefined) {
      const wanted = `${pathname.replace(/\.data$/, "")}${search}`;
      context.header("cache-control", "no-store");
      if (context.req.method === "GET") rememberAddress(parts, context, visit, wanted);
      return context.redirect(gatewayLocation("firstVisit", wanted), 302);
    }
    const groups = await parts.users.rolesOf(parts.database, session.accountId);
    context.req.raw = new Request(context.req.raw, { headers: introduced(context.req.raw.headers, session, groups) });
    await next();
    context.header("cache-control", "no-store");
  };
}

async function whoIsThere(parts: GatewayParts, context: Context, visit: GatewayVisit) {
  if (visit.brand.gateway.kind === "outside") return undefined;
  try {
    return await liveSession(parts, context, visit);
  } catch (fault) {
    if (!isDatabaseAway(fault)) throw fault;
    parts.log.error("gateway.fault", { fault });
    return "away";
  }
}

function introduced(from: Headers, session: GatewaySession, groups: readonly RoleCode[]): Headers {
  const headers = new Headers(from);
  for (const name of [...headers.keys()]) if (gatewayHeaders.test(name)) headers.delete(name);
  headers.set("iv-user", session.email);
  headers.set("iv-groups", groups.map((role) => `"${groupOf(role)}"`).join(","));
  headers.set("x-display-name", encodeURIComponent(`${session.firstName} ${session.lastName}`.toWellFormed()));
  if (session.previousSignInAt !== null) headers.set("x-last-sign-in", session.previousSignInAt.toISOString());
  return headers;
}

function groupOf(role: RoleCode): string {
  return Object.entries(roles).find(([, code]) => code === role)?.[0] ?? String(role);
}
