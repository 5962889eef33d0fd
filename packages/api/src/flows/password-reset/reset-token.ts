import type { Trx } from "../../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import { saveResetToken } from "../../recoveries/recovery.store.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";

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
