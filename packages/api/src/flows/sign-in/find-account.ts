import { setTimeout as pause } from "node:timers/promises";
import { findAccountStatus } from "../../accounts/account.store.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { createOpaqueId } from "../../accounts/opaque-id.rule.ts";
import type { LimitedDeps } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { type ClientRequest, countByClientIp } from "../../puzzles/count-by-client-ip.ts";
import { addJourneyToReferences } from "../../references/support-reference.store.ts";

export interface AccountQuery extends ClientRequest {
  brandId: string;
  /** Normalised e-mail. */
  email: string;
  browserSessionId: string | undefined;
}

/** The next step for this e-mail. An unknown e-mail gets a decoy id. */
export type FindAccountResult = { kind: "found"; id: string; status: "A" | "T" } | RetryLater;

type FindAccountDeps = LimitedDeps<"database" | "keys">;

/** Minimum response time, longer than the lookup, whose duration depends on whether the row exists. */
const minimumMilliseconds = 20;

/** Finds the next step for an e-mail, with the same queries, duration and shape of id for known and unknown e-mails. */
export async function findAccount(deps: FindAccountDeps, query: AccountQuery): Promise<FindAccountResult> {
  const [result] = await Promise.all([readStatus(deps, query), pause(minimumMilliseconds)]);
  return result;
}

async function readStatus(
  deps: FindAccountDeps,
  { brandId, email, browserSessionId, ...request }: AccountQuery,
): Promise<FindAccountResult> {
  const counted = await countByClientIp(deps, request, "findClientIp");
  if (counted.kind === "exceeded") return retryLater(counted);
  const { id: accountId, status } = (await findAccountStatus(deps.database, { brandId, email })) ?? {};
  const names = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  const journey = { kind: "signIn", ...(accountId && { accountId }), loginNameHashes: names } as const;
  await addJourneyToReferences(deps.database, { session: { brandId, browserSessionId }, journey });
  const id = createOpaqueId(deps.keys.secretHash, {
    purpose: "signIn",
    brandId,
    accountId,
    email,
  });
  return { kind: "found", id, status: status === "T" ? "T" : "A" };
}
