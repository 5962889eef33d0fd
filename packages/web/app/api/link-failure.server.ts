import { retryAt } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import type { FailedReply } from "./response-outcome.rule.ts";

/** Why a page that a link in a message opens has nothing to show. */
export type LinkFailure = { kind: "unknown" | "away" } | { kind: "wait"; time: string };

export function describeLinkFailure(requestContext: PortalRequestContext, reply: FailedReply): LinkFailure {
  if (reply.kind === "unavailable") return { kind: "away" };
  if (reply.status === 404) return { kind: "unknown" };
  if (reply.status !== 429) return { kind: "away" };
  return { kind: "wait", time: retryAt(requestContext, reply.retryAfterSeconds ?? 60) };
}

/** HTTP status of a page that shows a failure; 200 for a page of any other kind. */
export function statusOfLinkPage({ kind }: { kind: string }): number {
  return { unknown: 404, away: 503, wait: 429 }[kind] ?? 200;
}
