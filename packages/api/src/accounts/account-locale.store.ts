import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { sql } from "kysely";
import type { Trx } from "../platform/database.table.ts";

/** Changes what is given of language and province; false where the account has both already. */
export async function setLocale(
  transaction: Trx,
  accountId: string,
  { language = null, province = null }: { language?: Language | null; province?: ProvinceId | null },
): Promise<boolean> {
  const { rows } = await sql`
    update account set language = coalesce(${language}, language), province = coalesce(${province}, province)
    where id = ${accountId}::uuid
      and (language, province) <> (coalesce(${language}, language), coalesce(${province}, province))
    returning id`.execute(transaction);
  return rows.length > 0;
}
