import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { readDemoPeople } from "./demo-people.adapter.ts";

/** Deletes the sample's own rows or accounts, so that a custom book is the only one. */
export async function withdrawSample(
  database: Db,
  sample: { kind: "policies" | "accounts"; brands: BrandBook },
): Promise<void> {
  const { people } = await readDemoPeople({ brands: sample.brands });
  await database.transaction().execute(async (transaction) => {
    for (const { brand, personKey, rows, account } of people) {
      if (sample.kind === "policies")
        for (const { company, policyNumber, role } of rows)
          await transaction
            .deleteFrom("book_row")
            .where("company", "=", company)
            .where("policy_number", "=", policyNumber)
            .where("role", "=", role)
            .where("person_key", "=", personKey)
            .execute();
      else if (account)
        await transaction
          .deleteFrom("account")
          .where("brand", "=", brand.id)
          .where("email", "=", account.email)
          .where("person_key", "=", personKey)
          .execute();
    }
  });
}
