import type { DbOrTrx } from "@vestibule/api/platform/database.table.ts";

const columns = [
  "company",
  "policy_number as policyNumber",
  "role",
  "person_key as personKey",
  "first_name as firstName",
  "last_name as lastName",
  "date_of_birth as dateOfBirth",
  "email",
  "province",
  "language",
] as const;

/** A person's row on a policy. */
export type BookEntry = Awaited<ReturnType<typeof entriesOfPeople>>[number];

export function entriesOfPolicies(
  database: DbOrTrx,
  query: { companies: readonly string[]; policyNumbers: readonly string[] },
): Promise<BookEntry[]> {
  return database
    .selectFrom("book_row")
    .select(columns)
    .where("company", "in", query.companies)
    .where("policy_number", "in", query.policyNumbers)
    .execute();
}

/** All rows of these people under these companies, newest first. */
export async function entriesOfPeople(
  database: DbOrTrx,
  query: { companies: readonly string[]; personKeys: readonly string[] },
) {
  return database
    .selectFrom("book_row")
    .select(columns)
    .where("company", "in", query.companies)
    .where("person_key", "in", query.personKeys)
    .orderBy("year", "desc")
    .orderBy("policy_number")
    .execute();
}

/** E-mails and people among those given that already have an account with the brand. */
export async function takenAlready(
  database: DbOrTrx,
  query: { brandId: string; emails: readonly string[]; personKeys: readonly string[] },
): Promise<{ emails: Set<string>; personKeys: Set<string> }> {
  const rows = await database
    .selectFrom("account")
    .select(["email", "person_key"])
    .where("brand", "=", query.brandId)
    .where((where) => where.or([where("email", "in", query.emails), where("person_key", "in", query.personKeys)]))
    .execute();
  return { emails: new Set(rows.map((row) => row.email)), personKeys: new Set(rows.map((row) => row.person_key)) };
}

/** Splits a list into batches of at most `size`. */
export function batchesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_piece, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
