import {
  endedGatewaySessionCookies,
  gatewaySessionCookieName,
  gatewaySessionCookies,
  plantedSessionDeletions,
  readGatewaySessionId,
} from "@vestibule/contract/cookies/gateway-session.rule.ts";
import { readCookies } from "@vestibule/contract/cookies/read-cookies.rule.ts";
import { getCookie } from "hono/cookie";
import { readDevice } from "../accounts/device.rule.ts";
import {
  endGatewaySession,
  type GatewaySession,
  type NewSession,
  renewGatewaySession,
} from "../accounts/gateway-session.store.ts";
import { newSessionId, sessionIdHashes } from "../accounts/session-id.rule.ts";
import type { ApiDeps } from "../deps.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";

type GatewaySessionDeps = Pick<ApiDeps, "database" | "keys">;

/** Prepares a session under a new id, against session fixation; the request's own session ends. */
export function newSession(
  deps: Pick<ApiDeps, "keys" | "random">,
  context: GatewayContext,
): NewSession & { id: string } {
  return {
    ...newSessionId(deps),
    replaces: hashesOf(deps, context) ?? [],
    device: readDevice(context.req.header("user-agent")),
    newDeviceId: deps.random.token(16),
  };
}

/** Sets the session's cookies. A planted one of the same name would make the next request have two, which are none. */
export function setSessionCookie(context: GatewayContext, id: string): void {
  const { origin } = context.get("requestContext");
  deletePlantedCookies(context);
  appendCookies(context, gatewaySessionCookies({ origin, id }));
}

function deletePlantedCookies(context: GatewayContext): void {
  if (hasSessionCookie(context)) appendCookies(context, plantedSessionDeletions(context.get("requestContext")));
}

function appendCookies(context: GatewayContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
}

/** Finds the active session of a request and renews its idle time. */
export async function readLiveSession(
  deps: GatewaySessionDeps,
  context: GatewayContext,
): Promise<GatewaySession | undefined> {
  const idHashes = hashesOf(deps, context);
  const brandId = context.get("requestContext").brand.id;
  return idHashes && renewGatewaySession(deps.database, { idHashes, brandId });
}

/** Whether a request has a session cookie, of an active session or not. */
export function hasSessionCookie(context: GatewayContext): boolean {
  return getCookie(context, gatewaySessionCookieName(context.get("requestContext"))) !== undefined;
}

/** Ends the session of a request, and clears its cookies. */
export async function endSession(deps: GatewaySessionDeps, context: GatewayContext): Promise<void> {
  const idHashes = hashesOf(deps, context);
  if (idHashes) await endGatewaySession(deps.database, idHashes);
  deletePlantedCookies(context);
  appendCookies(context, endedGatewaySessionCookies(context.get("requestContext")));
}

function hashesOf(deps: Pick<ApiDeps, "keys">, context: GatewayContext): string[] | undefined {
  const cookies = readCookies(context.req.header("cookie"));
  const id = readGatewaySessionId((name) => cookies[name], context.get("requestContext"));
  return id === undefined ? undefined : sessionIdHashes(deps, id);
}
