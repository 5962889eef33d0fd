import { RegistryUnavailable } from "../accounts/registry-guard.adapter.ts";
import type { LimitedDeps } from "../deps.ts";
import { DirectoryUnavailable } from "../directory/circuit-breaker.adapter.ts";

/** Runs work, and refunds what was counted before it where it fails because a system of the insurer is unavailable. */
export async function refundOnOutage<Result>(
  { limits, database }: LimitedDeps<"database">,
  counted: { keys: readonly string[] },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof RegistryUnavailable || fault instanceof DirectoryUnavailable)
      await limits.refund(database, counted);
    throw fault;
  }
}
