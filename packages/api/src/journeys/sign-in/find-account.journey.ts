import { setTimeout as pause } from "node:timers/promises";
import { accountHandle } from "../../capabilities/accounts/account-handle.rule.ts";
import { nameKeys } from "../../capabilities/accounts/sign-in-name.rule.ts";
import { tellReferences } from "../../capabilities/support-references/support-reference.store.ts";
import type { LimitedParts } from "../../parts.ts";

export interface FindQuestion {
  brandId: string;
  /** Normalised. */
  email: string;
  address: string;
  visitId: string | undefined;
}

/** What the portal does next with this address. An address that nobody uses gets an id that leads nowhere. */
export type FindEnding = { kind: "found"; id: string; status: "A" | "T" } | { kind: "wait"; retryAfterSeconds: number };

type FindParts = LimitedParts<"database" | "users" | "keys">;

/** Longer than a search takes: a row that is there costs some microseconds more than one that is not. */
const answerMilliseconds = 20;

/** Alike for known and unknown addresses: the same questions to the database, the same shape of id, the same time. */
export async function findAccount(parts: FindParts, question: FindQuestion): Promise<FindEnding> {
  const [ending] = await Promise.all([search(parts, question), pause(answerMilliseconds)]);
  return ending;
}

async function search(parts: FindParts, { brandId, email, address, visitId }: FindQuestion): Promise<FindEnding> {
  const taken = await parts.limits.take(parts.database, { limit: "findAddress", subject: address });
  if (taken.kind === "full") return { kind: "wait", retryAfterSeconds: taken.retryAfterSeconds };
  const account = await parts.users.findByEmail(parts.database, { brandId, email });
  const names = nameKeys(parts.keys.lookupHash, { brandId, email });
  const journey = { kind: "sign-in", ...(account && { accountId: account.id }), nameKeys: names } as const;
  await tellReferences(parts.database, { visit: { brandId, visitId }, journey });
  const id = accountHandle(parts.keys.secretHash, {
    purpose: "sign-in",
    brandId,
    accountId: account?.id,
    email,
  });
  return { kind: "found", id, status: account?.status === "T" ? "T" : "A" };
}
