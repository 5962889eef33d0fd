import { setTimeout as pause } from "node:timers/promises";
import { loginNameHashes } from "../../capabilities/accounts/login-name.rule.ts";
import { createOpaqueId } from "../../capabilities/accounts/opaque-id.rule.ts";
import { tellReferences } from "../../capabilities/support-references/support-reference.store.ts";
import type { LimitedDeps } from "../../deps.ts";

export interface AccountQuery {
  brandId: string;
  /** Normalised. */
  email: string;
  clientIp: string;
  browserSessionId: string | undefined;
}

/** What the portal does next with this address. An address that nobody uses gets an id that leads nowhere. */
export type FindAccountResult =
  | { kind: "found"; id: string; status: "A" | "T" }
  | { kind: "wait"; retryAfterSeconds: number };

type FindAccountDeps = LimitedDeps<"database" | "accountStore" | "keys">;

/** Longer than a search takes: a row that is there costs some microseconds more than one that is not. */
const answerMilliseconds = 20;

/** Alike for known and unknown addresses: the same questions to the database, the same shape of id, the same time. */
export async function findAccount(deps: FindAccountDeps, question: AccountQuery): Promise<FindAccountResult> {
  const [result] = await Promise.all([search(deps, question), pause(answerMilliseconds)]);
  return result;
}

async function search(
  deps: FindAccountDeps,
  { brandId, email, clientIp, browserSessionId }: AccountQuery,
): Promise<FindAccountResult> {
  const taken = await deps.limits.consume(deps.database, { limit: "findAddress", subject: clientIp });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  const account = await deps.accountStore.findByEmail(deps.database, { brandId, email });
  const names = loginNameHashes(deps.keys.lookupHash, { brandId, email });
  const journey = { kind: "sign-in", ...(account && { accountId: account.id }), loginNameHashes: names } as const;
  await tellReferences(deps.database, { visit: { brandId, browserSessionId }, journey });
  const id = createOpaqueId(deps.keys.secretHash, {
    purpose: "sign-in",
    brandId,
    accountId: account?.id,
    email,
  });
  return { kind: "found", id, status: account?.status === "T" ? "T" : "A" };
}
