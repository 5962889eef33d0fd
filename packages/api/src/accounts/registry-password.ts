import type { ApiDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import { registryAccountOf } from "./registry-account.store.ts";
import { RegistryUnavailable } from "./registry-guard.adapter.ts";

/**
 * Sets a password in the registry of the account's brand, where it has one. Call it before the account is changed, in
 * the same transaction: if the registry fails, the throw leaves everything as it was.
 */
export async function setRegistryPassword(
  { registryOf }: Pick<ApiDeps, "registryOf">,
  transaction: Trx,
  { account, ...change }: { account: Account; password: string; newEmail?: string },
): Promise<void> {
  const registry = registryOf(account.brandId);
  if (registry === undefined) return;
  const result = await registry.setPassword({ ...(await registryAccountOf(transaction, account)), ...change });
  // The registry does not have the user, or the e-mail was taken there since it was checked.
  if (result.kind !== "changed")
    throw new RegistryUnavailable(Object.assign(new Error("refused"), { code: `registry-${result.kind}` }));
}
