import type { ApiDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import { unlockPassword } from "./account-change.store.ts";
import { loginNameHashes } from "./login-name.rule.ts";
import { registryAccountOf } from "./registry-account.store.ts";
import { deleteFailures } from "./sign-in-failure.store.ts";

/** Resets temporary lockouts, the failure count and the lock until reset, on the insurer's request. */
export async function resetLocks(
  { keys, registryOf }: Pick<ApiDeps, "keys" | "registryOf">,
  transaction: Trx,
  account: Pick<Account, "id" | "brandId" | "email">,
): Promise<"unlocked" | "wasOpen"> {
  const { id, brandId, email } = account;
  const registry = registryOf(brandId);
  await registry?.setStatus({ ...(await registryAccountOf(transaction, account)), status: "active" });
  const deleted = await deleteFailures(transaction, loginNameHashes(keys.lookupHash, { brandId, email }));
  const unlocked = await unlockPassword(transaction, id);
  return unlocked || deleted > 0 ? "unlocked" : "wasOpen";
}
