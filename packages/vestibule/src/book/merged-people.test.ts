import { beforeEach, describe, expect, test } from "vitest";
import { bookHeader, bookLine, testBrands, testKeys } from "../../../../test/book-file.ts";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { writeTestFile } from "../../../../test/test-file.ts";
import { importPolicies } from "./import-policies.ts";

const store = closeAfterTests(await testDatabase());
const brands = await testBrands();
const keys = testKeys();

beforeEach(async () => {
  await store.pool.query("truncate book_row, book_import");
});

async function bring(...lines: string[]) {
  const file = await writeTestFile(`${[`${bookHeader},personId`, ...lines].join("\n")}\n`);
  expect(await importPolicies({ database: store.database, brands, keys, file })).toMatchObject({ kind: "imported" });
}

const ownersContacts = { email: "maelle@courrier.example", cellPhone: "514-555-0142" };
const owner = (personId: string, cells: Parameters<typeof bookLine>[0] = {}) =>
  `${bookLine({ ...ownersContacts, ...cells })},${personId}`;
const other = (personId: string, cells: Parameters<typeof bookLine>[0] = {}) =>
  `${bookLine({ policyNumber: "T1F0001", firstName: "Tom", email: "tom@ailleurs.example", cellPhone: "514-555-0199", ...cells })},${personId}`;

/** Policy number, and since when its e-mail and mobile number are on file: `new` by the last import, else `old`. */
async function ages() {
  const { rows } = await store.pool.query("select * from book_row order by policy_number");
  const age = (since: Date | null) => (since === null ? "old" : "new");
  for (const { email_before, cell_phone_before } of rows)
    expect([email_before, cell_phone_before]).toEqual([null, null]);
  return rows.map((row) => `${row.policy_number} ${age(row.email_since)} ${age(row.cell_phone_since)}`);
}

describe("two people whom the insurer gives one id", () => {
  test.each([
    ["one import", [[owner("P-9"), other("P-9")]]],
    ["two imports, the other person first", [[other("P-9")], [owner("P-9")]]],
    ["two imports, the owner first", [[owner("P-9")], [other("P-9")]]],
    [
      "two imports of the whole book",
      [
        [owner("P-1"), other("P-9")],
        [owner("P-9"), other("P-9")],
      ],
    ],
  ])("A-437 have new contacts for each other: %s", async (_how, imports) => {
    for (const before of [
      [owner("P-1"), other("P-2")],
      [owner(""), other("")],
      [owner(""), other("P-9")],
    ]) {
      await store.pool.query("truncate book_row");
      await bring(...before);
      expect(await ages()).toEqual(["K3M4821 old old", "T1F0001 old old"]);
      for (const lines of imports) await bring(...lines);
      expect(await ages()).toEqual(["K3M4821 new new", "T1F0001 new new"]);
    }
  });

  test("A-437 have new contacts where the other person's policy is new in that import or in one before", async () => {
    await bring(owner("P-1"));
    await bring(owner("P-9"), other("P-9"));
    expect(await ages()).toEqual(["K3M4821 old old", "T1F0001 new new"]);
    await store.pool.query("truncate book_row");
    await bring(owner("P-1"));
    await bring(other("P-9"));
    await bring(owner("P-9"));
    expect(await ages()).toEqual(["K3M4821 new new", "T1F0001 new new"]);
  });

  test("A-437 keep what both had: an e-mail that they share is no newer", async () => {
    await bring(owner("P-1"), other("P-2", { email: ownersContacts.email }));
    await bring(owner("P-9"), other("P-9", { email: ownersContacts.email }));
    expect(await ages()).toEqual(["K3M4821 old new", "T1F0001 old new"]);
  });
});

describe("one person whom the insurer gives another id", () => {
  const second = (personId: string) =>
    owner(personId, { policyNumber: "K3M4822", email: ownersContacts.email, cellPhone: "514-555-0143" });

  test.each([
    ["first ids", ""],
    ["other ids", "P-1"],
  ])("A-437 has no newer contacts where the policies differ: %s", async (_how, before) => {
    await bring(owner(before), second(before));
    await bring(owner("Q-1"), second("Q-1"));
    expect(await ages()).toEqual(["K3M4821 old old", "K3M4822 old old"]);
  });
});
