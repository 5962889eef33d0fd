import { retryAt } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { type FailedResult, isRejected } from "./error-handling.rule.ts";

/** Why the page of a link in a message has nothing to show. `wait`: too many links were opened. */
export type LinkFailure = { kind: "unknown" | "unavailable" } | { kind: "wait"; time: string };

export function describeLinkFailure(requestContext: PortalRequestContext, result: FailedResult): LinkFailure {
  if (isRejected(result, { status: 404 })) return { kind: "unknown" };
  if (!isRejected(result, { status: 429 })) return { kind: "unavailable" };
  return { kind: "wait", time: retryAt(requestContext, result.retryAfterSeconds) };
}

/** HTTP status of the page of a link: that of its failure, or 200 for every other `kind`. */
export function statusOfLinkPage({ kind }: { kind: string }): number {
  return { unknown: 404, unavailable: 503, wait: 429 }[kind] ?? 200;
}
