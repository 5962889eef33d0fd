import type { LimitedDeps, RequestContext } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { findLinkRequestByToken, type LinkRequest, stopLinkRequest } from "../../link-requests/link-request.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { recordRequestEvent } from "./link-request.ts";

type StopDeps = LimitedDeps<"database" | "keys" | "auditor">;

export type StopResult = { kind: "found"; request: LinkRequest } | { kind: "notFound" } | RetryLater;

/** Returns the request that a contact on file may stop, without changing it. */
export async function readStopLink(deps: StopDeps, requestContext: RequestContext, token: string): Promise<StopResult> {
  const counted = await deps.limits.consume(deps.database, { limit: "linkClientIp", subject: requestContext.clientIp });
  if (counted.kind === "exceeded") return retryLater(counted);
  const request = await findLinkRequestByToken(deps.keys, deps.database, { token, brandId: requestContext.brand.id });
  return request === undefined ? { kind: "notFound" } : { kind: "found", request };
}

/** Stops an open request; one that has ended is returned unchanged. */
export async function stopRequestedLink(
  deps: StopDeps,
  requestContext: RequestContext,
  token: string,
): Promise<StopResult> {
  const read = await readStopLink(deps, requestContext, token);
  if (read.kind !== "found") return read;
  return transact(deps.database, async (transaction): Promise<StopResult> => {
    const of = { token, brandId: requestContext.brand.id };
    const request = await stopLinkRequest(deps.keys, transaction, of);
    if (request !== undefined) {
      await recordRequestEvent(deps, transaction, {
        event: "support.linkStopped",
        result: "ok",
        actor: "person",
        request,
      });
      return { kind: "found", request };
    }
    const ended = await findLinkRequestByToken(deps.keys, transaction, of);
    return ended === undefined ? { kind: "notFound" } : { kind: "found", request: ended };
  });
}
