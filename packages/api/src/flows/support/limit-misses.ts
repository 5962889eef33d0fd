import type { LimitWindow } from "../../limits/limit.port.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import type { AgentCall, SupportDeps } from "./load-support-case.ts";

const misses = new Set(["misread", "unknown", "elsewhere"]);

/**
 * Runs a call about a reference and counts it when the reference is unknown, by agent and by client IP. Past the
 * limit, valid references are refused too, so that guesses get no answer.
 */
export async function limitMisses<Result extends { kind: string }>(
  deps: Pick<SupportDeps, "database" | "limits">,
  { actor, clientIp }: Pick<AgentCall, "actor"> & { clientIp: string },
  run: () => Promise<Result>,
): Promise<Result | RetryLater> {
  const windows: LimitWindow[] = [
    // A system that names no agent is counted per client IP.
    { limit: "referenceMissAgent", subject: actor === "service" ? JSON.stringify([actor, clientIp]) : actor },
    { limit: "referenceMissClientIp", subject: clientIp },
  ];
  const counted = await deps.limits.consume(deps.database, windows);
  if (counted.kind === "exceeded") return retryLater(counted);
  const result = await run();
  if (!misses.has(result.kind)) await deps.limits.refund(deps.database, counted);
  return result;
}
