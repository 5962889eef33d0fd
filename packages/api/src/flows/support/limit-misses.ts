import type { LimitWindow } from "../../limits/limit.port.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { AgentCall, SupportDeps } from "./support-case.port.ts";

export type TooManyMisses = { kind: "tooManyMisses"; retryAfterSeconds: number };

const misses = new Set(["misread", "unknown", "elsewhere"]);

/**
 * Runs a call about a reference and counts it when the reference is unknown, by agent and by client IP. Past the
 * limit, valid references are refused too, so that guesses get no answer.
 */
export async function limitMisses<Result extends { kind: string }>(
  deps: Pick<SupportDeps, "database" | "limits">,
  { actor, clientIp }: Pick<AgentCall, "actor"> & { clientIp: string },
  run: () => Promise<Result>,
): Promise<Result | TooManyMisses> {
  const windows: LimitWindow[] = [
    // A system that names no agent is counted per client IP.
    { limit: "referenceMissAgent", subject: actor === "service" ? JSON.stringify([actor, clientIp]) : actor },
    { limit: "referenceMissClientIp", subject: clientIp },
  ];
  const counted = await transact(deps.database, (transaction) => deps.limits.consumeAll(transaction, windows));
  if (counted.kind === "exceeded") return { kind: "tooManyMisses", retryAfterSeconds: counted.retryAfterSeconds };
  const result = await run();
  if (!misses.has(result.kind))
    await transact(deps.database, (transaction) => deps.limits.refund(transaction, counted));
  return result;
}
