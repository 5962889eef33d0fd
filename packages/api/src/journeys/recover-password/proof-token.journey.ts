import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import { keepProof } from "../../capabilities/recoveries/recovery.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";

const purpose = "recovery proof";

/** A token that sets one password: 256 random bits, kept as a keyed hash only. */
export async function giveProof(
  { keys, random }: Pick<ProvingParts, "keys" | "random">,
  transaction: Trx,
  recoveryId: string,
): Promise<string> {
  const token = random.token(32);
  await keepProof(transaction, { id: recoveryId, tokenHash: keyedHash(keys.secretHash, [purpose, token]) });
  return token;
}

export function proofHashes({ keys }: Pick<ProvingParts, "keys">, token: string): string[] {
  return keyedHashes(keys.secretHash, [purpose, token]);
}
