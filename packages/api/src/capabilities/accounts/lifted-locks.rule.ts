import type { ApiParts } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { forgetFailures } from "./sign-in-failure.store.ts";
import { nameKeys } from "./sign-in-name.rule.ts";
import type { Account } from "./user-registry.port.ts";

/** Lifts every lock of an account's name by the insurer's hand: pauses, the count of wrong passwords, and the lock until reset. */
export async function liftLocks(
  { users, keys }: Pick<ApiParts, "users" | "keys">,
  transaction: Trx,
  account: Pick<Account, "id" | "brandId" | "email">,
): Promise<"unlocked" | "wasOpen"> {
  const { id, brandId, email } = account;
  const forgotten = await forgetFailures(transaction, nameKeys(keys.lookupHash, { brandId, email }));
  const lifted = await users.unlockPassword(transaction, id);
  return lifted || forgotten > 0 ? "unlocked" : "wasOpen";
}
