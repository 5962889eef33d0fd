import type { LimitedDeps, RequestContext } from "../deps.ts";
import { type RetryLater, retryLater } from "../limits/retry-later.rule.ts";

/** Counts a call with the token of a link by its client IP. Returns the refusal beyond the limit. */
export async function countLinkCall(
  { limits, database }: LimitedDeps<"database">,
  { clientIp }: Pick<RequestContext, "clientIp">,
): Promise<RetryLater | undefined> {
  const counted = await limits.consume(database, { limit: "linkClientIp", subject: clientIp });
  return counted.kind === "exceeded" ? retryLater(counted) : undefined;
}
