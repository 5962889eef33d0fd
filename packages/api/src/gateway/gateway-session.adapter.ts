import { cookieAttributes, gatewaySessionCookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import {
  endGatewaySession,
  type GatewaySession,
  openGatewaySession,
  renewGatewaySession,
  type SessionToOpen,
} from "../capabilities/accounts/gateway-session.store.ts";
import type { ApiDeps } from "../deps.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { GatewayRequestContext } from "./gateway-request-context.rule.ts";

type GatewaySessionDeps = Pick<ApiDeps, "database" | "keys" | "random">;

const purpose = "gateway-session";

/** Opens a session under a new id, whatever id the browser came with, and sets its cookie. */
export async function openSession(
  deps: GatewaySessionDeps,
  context: Context,
  session: { requestContext: GatewayRequestContext } & Omit<SessionToOpen, "idHash">,
): Promise<void> {
  const { requestContext, accountId, previousSignInAt, failedSignIns } = session;
  const id = deps.random.token(32);
  const idHash = keyedHash(deps.keys.secretHash, [purpose, id]);
  await openGatewaySession(deps.database, {
    idHash,
    accountId,
    previousSignInAt,
    ...(failedSignIns && { failedSignIns }),
  });
  // Ends with the browser, and before that by the limits that the database keeps.
  const attributes = cookieAttributes({ origin: requestContext.origin, lifetime: "browser" });
  context.header("set-cookie", `${gatewaySessionCookieName(requestContext)}=${id}${attributes}`, { append: true });
}

/** The live session of a request, its idle time renewed. */
export async function readLiveSession(
  deps: GatewaySessionDeps,
  context: Context,
  requestContext: GatewayRequestContext,
): Promise<GatewaySession | undefined> {
  const idHashes = hashesOf(deps, context, requestContext);
  return idHashes && renewGatewaySession(deps.database, { idHashes, brandId: requestContext.brand.id });
}

/** Whether a request brings a session's cookie, of a live session or not. */
export function hasSessionCookie(context: Context, requestContext: GatewayRequestContext): boolean {
  return getCookie(context, gatewaySessionCookieName(requestContext)) !== undefined;
}

/** Ends the session that a request came with, if any. */
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
  deps: GatewaySessionDeps,
  context: Context,
  requestContext: GatewayRequestContext,
): string[] | undefined {
  const id = getCookie(context, gatewaySessionCookieName(requestContext));
  return id === undefined || id.length > 100 ? undefined : keyedHashes(deps.keys.secretHash, [purpose, id]);
}
