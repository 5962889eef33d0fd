import type { PersonId } from "../identity/person.rule.ts";
import type { DbOrTrx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";
import type { RegistryAccount } from "./registry.port.ts";

/** A registry knows people by the ids of the brand's own company, as another company may use the same ids. */
export function personIdInRegistry(brandId: string, personIds: readonly PersonId[]): string | undefined {
  return personIds.find(({ company }) => company === brandId)?.personId;
}

/** The account as its brand's registry knows it. */
export async function registryAccountOf(
  database: DbOrTrx,
  { id, brandId, email }: Pick<Account, "id" | "brandId" | "email">,
): Promise<RegistryAccount> {
  const ids = await database
    .selectFrom("account_person")
    .select(["company", "person_id as personId"])
    .where("account_id", "=", id)
    .orderBy("added_at")
    .execute();
  return { accountId: id, personId: personIdInRegistry(brandId, ids), email };
}
