import type { DbOrTrx } from "./database.table.ts";
import { keyedHash } from "./keyed-hash.adapter.ts";
import type { KeyRing, Keys } from "./keys.port.ts";

/** Id of the newest key of a ring; it does not reveal the key. */
const idOf = ({ newest }: KeyRing) => keyedHash({ newest, all: [newest] }, ["key-use-id"]).slice(0, 16);

/** The ring that is derived from each setting's first secret. A restored backup does not change these. */
const ringsOf = ({ secretHash, lookupHash, cookie, audit }: Keys) => ({
  HASH_SECRETS: secretHash,
  LOOKUP_SECRETS: lookupHash,
  COOKIE_SECRETS: cookie,
  AUDIT_SECRETS: audit,
});

/** Records at the start of a server which secrets are in use. */
export async function recordKeyUses(database: DbOrTrx, keys: Keys): Promise<void> {
  await database
    .insertInto("key_use")
    .values(Object.entries(ringsOf(keys)).map(([setting, ring]) => ({ key_id: idOf(ring), setting })))
    .onConflict((row) => row.doNothing())
    .execute();
}

/** Since when the first secret of each setting is in use; those that no server recorded are left out. */
export async function readKeyUses({
  database,
  keys,
}: {
  database: DbOrTrx;
  keys: Keys;
}): Promise<{ setting: string; since: string }[]> {
  const rings = Object.entries(ringsOf(keys));
  const ids = rings.map(([, ring]) => idOf(ring));
  const rows = await database
    .selectFrom("key_use")
    .select(["key_id", "first_used_at"])
    .where("key_id", "in", ids)
    .execute();
  return rings.flatMap(([setting, ring]) => {
    const row = rows.find(({ key_id }) => key_id === idOf(ring));
    return row ? [{ setting, since: row.first_used_at.toISOString() }] : [];
  });
}
