import { cookieAttributes, gatewaySessionCookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { readDevice } from "../accounts/device.rule.ts";
import { endGatewaySession, type GatewaySession, renewGatewaySession } from "../accounts/gateway-session.store.ts";
import { newSessionId, sessionIdHashes } from "../accounts/session-id.rule.ts";
import type { NewSession } from "../accounts/sign-in.store.ts";
import type { ApiDeps } from "../deps.ts";
import type { GatewayRequestContext } from "./gateway-request-context.rule.ts";

type GatewaySessionDeps = Pick<ApiDeps, "database" | "keys">;

/** Prepares a session under a new id, against session fixation; the request's own session ends. */
export function newSession(
  deps: Pick<ApiDeps, "keys" | "random">,
  context: Context,
  requestContext: GatewayRequestContext,
): NewSession & { id: string } {
  return {
    ...newSessionId(deps),
    replaces: hashesOf(deps, context, requestContext) ?? [],
    device: readDevice(context.req.header("user-agent")),
    newDeviceId: deps.random.token(16),
  };
}

/** Sets the session cookie, without Max-Age: the database enforces the timeouts. */
export function setSessionCookie(context: Context, requestContext: GatewayRequestContext, id: string): void {
  const attributes = cookieAttributes({ origin: requestContext.origin, lifetime: "browser" });
  context.header("set-cookie", `${gatewaySessionCookieName(requestContext)}=${id}${attributes}`, { append: true });
}

/** Finds the active session of a request and renews its idle time. */
export async function readLiveSession(
  deps: GatewaySessionDeps,
  context: Context,
  requestContext: GatewayRequestContext,
): Promise<GatewaySession | undefined> {
  const idHashes = hashesOf(deps, context, requestContext);
  return idHashes && renewGatewaySession(deps.database, { idHashes, brandId: requestContext.brand.id });
}

/** Whether a request has a session cookie, of an active session or not. */
export function hasSessionCookie(context: Context, requestContext: GatewayRequestContext): boolean {
  return getCookie(context, gatewaySessionCookieName(requestContext)) !== undefined;
}

export async function endSession(
  deps: GatewaySessionDeps,
  context: Context,
  requestContext: GatewayRequestContext,
): Promise<void> {
  const idHashes = hashesOf(deps, context, requestContext);
  if (idHashes) await endGatewaySession(deps.database, idHashes);
}

export function clearSessionCookie(context: Context, requestContext: GatewayRequestContext): void {
  const attributes = cookieAttributes({ origin: requestContext.origin, lifetime: { seconds: 0 } });
  context.header("set-cookie", `${gatewaySessionCookieName(requestContext)}=${attributes}`, { append: true });
}

function hashesOf(
  deps: Pick<ApiDeps, "keys">,
  context: Context,
  requestContext: GatewayRequestContext,
): string[] | undefined {
  const id = getCookie(context, gatewaySessionCookieName(requestContext));
  return id === undefined ? undefined : sessionIdHashes(deps, id);
}
