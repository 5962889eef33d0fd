import type { LimitWindow } from "../../capabilities/limits/limit.port.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { AgentCall, SupportDeps } from "./support-case.port.ts";

export type TooManyMisses = { kind: "tooManyMisses"; retryAfterSeconds: number };

const misses = new Set(["misread", "unknown", "elsewhere"]);

/**
 * Runs a call about a reference and counts it where the reference leads nowhere, by agent and by client address. Past
 * the limit a right reference is refused too: a guess is not answered.
 */
export async function limitMisses<Result extends { kind: string }>(
  deps: Pick<SupportDeps, "database" | "limits">,
  { actor, clientIp }: Pick<AgentCall, "actor"> & { clientIp: string },
  run: () => Promise<Result>,
): Promise<Result | TooManyMisses> {
  const windows: LimitWindow[] = [
    // A system that names no agent has a count of its own at each address.
    { limit: "referenceMissAgent", subject: actor === "service" ? JSON.stringify([actor, clientIp]) : actor },
    { limit: "referenceMissAddress", subject: clientIp },
  ];
  const taken = await transact(deps.database, (transaction) => deps.limits.consumeAll(transaction, windows));
  if (taken.kind === "full") return { kind: "tooManyMisses", retryAfterSeconds: taken.retryAfterSeconds };
  const result = await run();
  if (!misses.has(result.kind)) await transact(deps.database, (transaction) => deps.limits.refund(transaction, taken));
  return result;
}
