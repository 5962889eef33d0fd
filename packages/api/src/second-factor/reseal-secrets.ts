import type { Db } from "../platform/database.table.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import { newestKeyId, openSecret, sealSecret } from "../platform/sealed-secret.adapter.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { lockSecretsOfOtherKeys, replaceSecret } from "./authenticator.store.ts";

const batch = 200;
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Encrypts again, under the newest key, the secrets of authenticator apps that another key encrypted, so that a key can
 * be removed after a rotation. Returns how many. A secret whose key is no longer set stays as it is.
 */
export async function resealSecrets(database: Db, ring: KeyRing): Promise<number> {
  const keyId = newestKeyId(ring);
  let after = firstId;
  let count = 0;
  for (;;) {
    const rows = await transact(database, async (transaction) => {
      const locked = await lockSecretsOfOtherKeys(transaction, { keyId, after, limit: batch });
      for (const { id, accountId: owner, secret } of locked) {
        const opened = await openSecret(ring, { owner, sealed: secret });
        if (opened === undefined) continue;
        await replaceSecret(transaction, { id, ...(await sealSecret(ring, { owner, secret: opened })) });
        count += 1;
      }
      return locked;
    });
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) return count;
  }
}
