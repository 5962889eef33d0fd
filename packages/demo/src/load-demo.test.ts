import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { beforeEach, expect, test } from "vitest";
import { accountHeader, accountLine, bookHeader, bookLine, testBrands, testKeys } from "../../../test/book-file.ts";
import { testDatabase } from "../../../test/database.ts";
import { closeAfterTests } from "../../../test/open-test-api.ts";
import { writeTestFile } from "../../../test/test-file.ts";
import { importPolicies } from "../../vestibule/src/book/import-policies.ts";
import { emptiedTables, emptyDemo } from "./demo-data.store.ts";
import { loadDemo } from "./load-demo.ts";

const store = closeAfterTests(await testDatabase());
const brands = await testBrands();
const keys = testKeys();
const hashing = hashingPool();

beforeEach(async () => {
  await store.pool.query("truncate book_row, account, book_import cascade");
});

const load = (files: { bookFile?: string; accountsFile?: string } = {}) =>
  loadDemo({ database: store.database, keys, hashing, brands, ...files });
const count = async (table: string) => Number((await store.pool.query(`select count(*) from ${table}`)).rows[0].count);

test("the sample is imported at the first start and skipped at the second", async () => {
  expect(await load()).toEqual({ kind: "ready", loaded: ["policies", "accounts"] });
  expect(await count("book_row")).toBeGreaterThan(60);
  expect(await count("account")).toBeGreaterThan(10);
  expect(await load()).toEqual({ kind: "ready", loaded: [] });
});

test("custom files replace the sample", async () => {
  const bookFile = await writeTestFile([bookHeader, bookLine()].join("\n"));
  expect(await load({ bookFile })).toEqual({ kind: "ready", loaded: ["policies"] });
  expect([await count("book_row"), await count("account")]).toEqual([1, 0]);
  const accountsFile = await writeTestFile([accountHeader, accountLine()].join("\n"));
  expect(await load({ bookFile, accountsFile })).toEqual({ kind: "ready", loaded: ["accounts"] });
  expect(await count("account")).toBe(1);
});

test("custom files replace only an imported sample", async () => {
  await load();
  const other = await writeTestFile([bookHeader, bookLine({ policyNumber: "ZZZ0001" })].join("\n"));
  await importPolicies({ database: store.database, brands, keys, file: other });
  const bookFile = await writeTestFile([bookHeader, bookLine()].join("\n"));
  const accountsFile = await writeTestFile([accountHeader, accountLine()].join("\n"));
  expect(await load({ bookFile, accountsFile })).toEqual({ kind: "ready", loaded: ["policies", "accounts"] });
  expect([await count("book_row"), await count("account")]).toEqual([2, 1]);
});

test("a changed file is imported again", async () => {
  await load({ bookFile: await writeTestFile([bookHeader, bookLine()].join("\n")) });
  const bookFile = await writeTestFile([bookHeader, bookLine({ policyNumber: "K3M4999" })].join("\n"));
  expect(await load({ bookFile })).toEqual({ kind: "ready", loaded: ["policies"] });
  expect(await count("book_row")).toBe(2);
});

test("an invalid or missing file fails the start with the file's name and errors", async () => {
  const bookFile = await writeTestFile([bookHeader, bookLine({ role: "1" })].join("\n"));
  expect(await load({ bookFile })).toMatchObject({
    kind: "refused",
    file: bookFile,
    errors: [{ line: 2, column: "role" }],
  });
  expect(await load({ bookFile: "/nowhere.csv" })).toMatchObject({
    kind: "refused",
    errors: [{ reason: "there is no such file" }],
  });
  expect(await count("book_row")).toBe(0);
});

/** Tables that a reset leaves: the audit trail and what is counted from it, and what operators and servers write. */
const keptTables = [
  "audit_event",
  "audit_head",
  "audit_seal",
  "clock_offset",
  "key_use",
  "kysely_migration",
  "kysely_migration_lock",
  "production_use",
  "report_count",
  "report_dimension",
  "report_position",
  "restore_epoch",
  "retention_run",
  "schema_compatibility",
  "webhook",
  "webhook_delivery",
];

test("a reset empties every table that a visitor can change", async () => {
  const { rows } = await store.pool.query<{ name: string; parents: string[] }>(
    `select relname as name, array(
       select confrelid::regclass::text from pg_constraint where conrelid = pg_class.oid and confdeltype = 'c'
     ) as parents
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const emptied = new Set(emptiedTables);
  // A row of another table may be deleted with the row that it refers to, and that table may have such rows in turn.
  for (const _ of rows)
    for (const { name, parents } of rows) if (parents.some((parent) => emptied.has(parent))) emptied.add(name);
  expect(rows.map(({ name }) => name).filter((name) => !emptied.has(name))).toEqual(keptTables);
});

test("a reset removes what the digital team has published", async () => {
  await store.pool.query(`
    insert into brand_version (brand, number, based_on, files, reason, author) values ('belair', 1, 0, '{}', '', 'a');
    insert into brand_publication (brand, number, published_by, published_at) values ('belair', 1, 'b', app_now());
  `);
  await emptyDemo(store.database);
  expect([await count("brand_version"), await count("brand_publication")]).toEqual([0, 0]);
});
