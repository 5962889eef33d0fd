import { extendResetToken, saveResetToken } from "../../accounts/recovery.store.ts";
import type { RequestContext } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { readRecoveryId } from "./recovery.ts";

const purpose = "recovery proof";

/** Issues a token that sets one password: 256 random bits, stored as a keyed hash. */
export async function issueResetToken(
  { keys, random }: Pick<IdentityProofDeps, "keys" | "random">,
  transaction: Trx,
  recoveryId: string,
): Promise<string> {
  const token = random.token(32);
  await saveResetToken(transaction, { id: recoveryId, tokenHash: keyedHash(keys.secretHash, [purpose, token]) });
  return token;
}

export function resetTokenHashes({ keys }: Pick<IdentityProofDeps, "keys">, token: string): string[] {
  return keyedHashes(keys.secretHash, [purpose, token]);
}

/** Extends the time to choose a password; undefined without a reset. Not a step, so there is no audit event. */
export async function extendReset(
  deps: Pick<IdentityProofDeps, "database" | "keys">,
  { requestContext, id: text, token }: { requestContext: RequestContext; id: string; token: string },
): Promise<{ idleEndsAt: Date; endsAt: Date } | undefined> {
  const brandId = requestContext.brand.id;
  const id = readRecoveryId(deps.keys.secretHash, { text, brandId, purposes: ["recovery"] })?.id;
  return id === undefined
    ? undefined
    : extendResetToken(deps.database, { id, tokenHashes: resetTokenHashes(deps, token) });
}
