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
import type { ApiParts } from "../parts.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { GatewayVisit } from "./gateway-visit.rule.ts";

type SessionParts = Pick<ApiParts, "database" | "keys" | "random">;

const purpose = "gateway-session";

/** Opens a session under a new id, whatever id the browser came with, and sets its cookie. */
export async function openSession(
  parts: SessionParts,
  context: Context,
  session: { visit: GatewayVisit } & Omit<SessionToOpen, "idHash">,
): Promise<void> {
  const { visit, accountId, previousSignInAt, failedSignIns } = session;
  const id = parts.random.token(32);
  const idHash = keyedHash(parts.keys.secretHash, [purpose, id]);
  await openGatewaySession(parts.database, {
    idHash,
    accountId,
    previousSignInAt,
    ...(failedSignIns && { failedSignIns }),
  });
  // Ends with the browser, and before that by the limits that the database keeps.
  const attributes = cookieAttributes({ origin: visit.origin, lifetime: "browser" });
  context.header("set-cookie", `${gatewaySessionCookieName(visit)}=${id}${attributes}`, { append: true });
}

/** The live session of a request, its idle time renewed. */
export async function liveSession(
  parts: SessionParts,
  context: Context,
  visit: GatewayVisit,
): Promise<GatewaySession | undefined> {
  const idHashes = hashesOf(parts, context, visit);
  return idHashes && renewGatewaySession(parts.database, { idHashes, brandId: visit.brand.id });
}

/** Whether a request brings a session's cookie, of a live session or not. */
export function carriesSession(context: Context, visit: GatewayVisit): boolean {
  return getCookie(context, gatewaySessionCookieName(visit)) !== undefined;
}

/** Ends the session that a request came with, if any. */
export async function endSession(parts: SessionParts, context: Context, visit: GatewayVisit): Promise<void> {
  const idHashes = hashesOf(parts, context, visit);
  if (idHashes) await endGatewaySession(parts.database, idHashes);
}

export function forgetSession(context: Context, visit: GatewayVisit): void {
  const attributes = cookieAttributes({ origin: visit.origin, lifetime: { seconds: 0 } });
  context.header("set-cookie", `${gatewaySessionCookieName(visit)}=${attributes}`, { append: true });
}

function hashesOf(parts: SessionParts, context: Context, visit: GatewayVisit): string[] | undefined {
  const id = getCookie(context, gatewaySessionCookieName(visit));
  return id === undefined || id.length > 100 ? undefined : keyedHashes(parts.keys.secretHash, [purpose, id]);
}
