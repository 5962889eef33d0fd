import { beforeEach, expect, test } from "vitest";
import { bookHeader, bookLine, testBrands, testKeys } from "../../../../test/book-file.ts";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { writeTestFile } from "../../../../test/test-file.ts";
import { importPolicies } from "./import-policies.ts";

const store = closeAfterTests(await testDatabase());
const brands = await testBrands();
const keys = testKeys();

beforeEach(async () => {
  await store.pool.query("truncate book_row, book_import, account cascade");
});

async function bring(...lines: string[]) {
  const file = await writeTestFile(`${[`${bookHeader},personId`, ...lines].join("\n")}\n`);
  expect(await importPolicies({ database: store.database, brands, keys, file })).toMatchObject({ kind: "imported" });
}

/** A row of the book with the id of its person. */
const row = (policyNumber: string, personId: string) => `${bookLine({ policyNumber })},${personId}`;

/** An account that has proven the rows of these policies, by the ids that the insurer gives them. */
async function account(email: string, ids: readonly string[], policyNumbers: readonly string[]): Promise<void> {
  const { rows } = await store.pool.query(
    `insert into account (brand, email, email_typed, person_key, identity, first_name, last_name, date_of_birth, status,
       password_hash, language, province)
     select 'belair', $1, $1, person_key, 'belair#' || $2, first_name, last_name, date_of_birth, 'A', 'x', 'fr', 'qc'
     from book_row limit 1 returning id`,
    [email, ids[0]],
  );
  for (const id of ids)
    await store.pool.query(
      "insert into account_person (account_id, brand, company, person_id) values ($1, 'belair', 'belair', $2)",
      [rows[0].id, id],
    );
  await store.pool.query(
    `insert into account_policy (account_id, company, policy_number, role, person_key)
     select $1, company, policy_number, role, person_key from book_row where policy_number = any($2)`,
    [rows[0].id, policyNumbers],
  );
}

/** The ids and the identity of each account. */
async function idsOfAccounts() {
  const { rows } = await store.pool.query(
    `select email, identity, array(select person_id from account_person where account_id = account.id order by 1) as ids
     from account order by email`,
  );
  return rows.map(({ email, identity, ids }) => [email, identity, ...ids]);
}

test("A-367 an import that exchanges the ids of two people exchanges those of their accounts", async () => {
  await bring(row("AAA0001", "P-1"), row("BBB0001", "P-2"));
  await account("a@courrier.example", ["P-1"], ["AAA0001"]);
  await account("b@courrier.example", ["P-2"], ["BBB0001"]);
  await bring(row("AAA0001", "P-2"), row("BBB0001", "P-1"));
  expect(await idsOfAccounts()).toEqual([
    ["a@courrier.example", "belair#P-2", "P-2"],
    ["b@courrier.example", "belair#P-1", "P-1"],
  ]);
});

test("A-367 an id that an import gives to another person leaves the account that had it, which gets its new one", async () => {
  await bring(row("AAA0001", "P-1"), row("AAA0002", "P-1"), row("BBB0001", "P-2"));
  await account("a@courrier.example", ["P-1"], ["AAA0001"]);
  await bring(row("AAA0001", "P-7"), row("AAA0002", "P-7"), row("BBB0001", "P-1"));
  expect(await idsOfAccounts()).toEqual([["a@courrier.example", "belair#P-7", "P-7"]]);
});

test("A-367 an account gets no id that an import gives to another person as well", async () => {
  await bring(row("AAA0001", "P-1"), row("BBB0001", "P-2"));
  await account("a@courrier.example", ["P-1"], ["AAA0001"]);
  await bring(row("AAA0001", "P-2"));
  expect(await idsOfAccounts()).toEqual([["a@courrier.example", null]]);
});

test("an id that another row of the account still has stays", async () => {
  await bring(row("AAA0001", "P-1"), row("AAA0002", "P-1"));
  await account("a@courrier.example", ["P-1"], ["AAA0001", "AAA0002"]);
  await bring(row("AAA0001", "P-7"));
  expect(await idsOfAccounts()).toEqual([["a@courrier.example", "belair#P-1", "P-1"]]);
  await bring(row("AAA0001", "P-7"));
  expect(await idsOfAccounts()).toEqual([["a@courrier.example", "belair#P-1", "P-1"]]);
});
