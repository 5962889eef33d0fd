import { RegistryUnavailable } from "../accounts/registry-guard.adapter.ts";
import type { LimitedDeps } from "../deps.ts";
import { DirectoryUnavailable } from "../directory/circuit-breaker.adapter.ts";
import type { LimitCount, LimitWindow } from "../limits/limit.port.ts";
import type { DbOrTrx } from "../platform/database.table.ts";

/**
 * Counts an attempt, then runs the work that compares what was typed. The count is committed before the work starts, so
 * neither concurrent attempts nor a rollback gain a guess. The work refunds a correct attempt in its transaction; an
 * attempt that fails because a system of the insurer is unavailable is refunded here.
 */
export async function countAttempt<Result>(
  { limits, database }: LimitedDeps<"database">,
  windows: LimitWindow | readonly LimitWindow[],
  work: (count: LimitCount) => Promise<Result>,
): Promise<Result> {
  const count = await limits.consume(database, windows);
  try {
    return await work(count);
  } catch (fault) {
    if (fault instanceof RegistryUnavailable || fault instanceof DirectoryUnavailable)
      await refundAttempt({ limits }, database, count);
    throw fault;
  }
}

/** Refunds an attempt that was correct, or that compared nothing. */
export async function refundAttempt(
  { limits }: LimitedDeps<never>,
  database: DbOrTrx,
  count: LimitCount,
): Promise<void> {
  if (count.kind === "allowed") await limits.refund(database, count);
}
