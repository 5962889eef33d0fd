import { execFileSync } from "node:child_process";
import { randomBytes, scryptSync } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import type { AccountColumn } from "@vestibule/catalogue/book.table.ts";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { accountHeader, accountLine, bookHeader, bookLine, testBrands, testKeys } from "../../../../test/book-file.ts";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { writeTestFile } from "../../../../test/test-file.ts";
import { importAccounts } from "./import-accounts.ts";
import { importPolicies } from "./import-policies.ts";

const store = closeAfterTests(await testDatabase());
const brands = await testBrands();
const keys = testKeys();
const hashing = hashingPool();

beforeEach(async () => {
  await store.pool.query("truncate book_row, account, book_import cascade");
  const book = [
    bookHeader,
    bookLine(),
    bookLine({ policyNumber: "K3M4822", role: "80", year: "2025", province: "on", language: "en" }),
  ];
  await importPolicies({ database: store.database, brands, keys, file: await writeTestFile(book.join("\n")) });
});

async function bring(lines: string[], more: { dryRun?: boolean; skipFaulty?: boolean } = {}) {
  const file = await writeTestFile([accountHeader, ...lines].join("\n"));
  return importAccounts({ database: store.database, brands, hashing, file, ...more });
}
const accounts = async () => (await store.pool.query("select * from account order by email")).rows;

async function policiesOf(email: string): Promise<string[]> {
  const { rows } = await store.pool.query(
    `select policy_number from account_policy join account on account.id = account_id
     where account.email = $1 order by policy_number`,
    [email],
  );
  return rows.map(({ policy_number }) => policy_number);
}

describe("an import of accounts", () => {
  test("creates a person's account with every role and policy, and hashes the password", async () => {
    const report = await bring([accountLine({ email: "Maelle@Courrier.example" })]);
    expect(report).toEqual({ kind: "imported", rows: 1, added: 1, untouched: 0, withoutPolicy: 0 });
    const [account] = await accounts();
    expect(account).toMatchObject({
      brand: "belair",
      email: "maelle@courrier.example",
      email_typed: "Maelle@Courrier.example",
      status: "A",
      province: "qc",
      language: "fr",
      temporary_until: null,
    });
    expect(await hashing.verify("Grand-Vent-42", account.password_hash)).toBe("correct");
    const policies = await store.pool.query("select policy_number, role from account_policy order by role");
    expect(policies.rows).toEqual([
      { policy_number: "K3M4821", role: 40 },
      { policy_number: "K3M4822", role: 80 },
    ]);
  });

  test("stores an e-mail without invisible spaces around it", async () => {
    await bring([accountLine({ email: "\u200bMaelle@Courrier.example\u200b" })]);
    expect(await accounts()).toMatchObject([
      { email: "maelle@courrier.example", email_typed: "Maelle@Courrier.example" },
    ]);
  });

  test("expires a temporary password after 24 hours, and keeps a locked account without an expiry", async () => {
    const other = { email: "luc@courrier.example", firstName: "Luc", status: "L", policyNumber: "" };
    await bring([accountLine({ status: "T" }), accountLine(other)]);
    const { rows } = await store.pool.query(
      "select status, extract(epoch from temporary_until - app_now())::float / 3600 as hours from account order by status",
    );
    expect(rows[0]).toEqual({ status: "L", hours: null });
    expect(rows[1].status).toBe("T");
    expect(rows[1].hours).toBeCloseTo(24, 1);
  });

  test("leaves an existing account unchanged when its e-mail or its person is imported again", async () => {
    await bring([accountLine()]);
    const before = await accounts();
    const again = [accountLine({ password: "Autre-Mot-77", email: "nouvelle@courrier.example" })];
    expect(await bring(again)).toMatchObject({ added: 0, untouched: 1 });
    expect(await bring([accountLine({ firstName: "Luc", password: "Autre-Mot-77" })])).toMatchObject({ untouched: 1 });
    expect(await accounts()).toEqual(before);
  });

  test("keeps standard hashes as they are and verifies their password", async () => {
    const salt = randomBytes(16);
    const key = scryptSync("Grand-Vent-42", salt, 32, { cost: 1024, blockSize: 8, parallelization: 1 });
    const plain = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
    const passwordHash = `$scrypt$ln=10,r=8,p=1$${plain(salt)}$${plain(key)}`;
    expect(await bring([accountLine({ password: "", passwordHash })])).toMatchObject({ added: 1 });
    const [account] = await accounts();
    expect(account.password_hash).toBe(passwordHash);
    expect(await hashing.verify("Grand-Vent-42", account.password_hash)).toBe("needsRehash");
  });

  test("completes names and birth date from the policy where they are left out", async () => {
    expect(await bring([accountLine({ firstName: "", lastName: "", dateOfBirth: "" })])).toMatchObject({ added: 1 });
    expect((await accounts())[0]).toMatchObject({
      first_name: "Maëlle",
      last_name: "St-Onge",
      date_of_birth: "1988-02-29",
    });
  });

  test("takes the person from the policy of the row's company where another company of the brand has the same number", async () => {
    const policy = { policyNumber: "NB12345", province: "qc" };
    const book = [
      bookHeader,
      bookLine({ ...policy, company: "bna" }),
      bookLine({ ...policy, company: "nbc", firstName: "Luc", email: "luc@courrier.example" }),
    ];
    await importPolicies({ database: store.database, brands, keys, file: await writeTestFile(book.join("\n")) });
    const row = { policyNumber: "NB12345", firstName: "", lastName: "", dateOfBirth: "" };
    const report = await bring([
      accountLine({ ...row, company: "bna" }),
      accountLine({ ...row, company: "nbc", email: "autre@courrier.example" }),
    ]);
    expect(report).toMatchObject({ kind: "imported", added: 2 });
    const people = (await accounts()).map(({ email, first_name }) => `${email} ${first_name}`);
    expect(people).toEqual(["autre@courrier.example Luc", "maelle@courrier.example Maëlle"]);
  });

  test("creates an account for each of two namesakes, with the policy of the row and those that its e-mail is on", async () => {
    const second = { email: "second@courrier.example", cellPhone: "514-555-0177" };
    const book = [
      bookHeader,
      bookLine(),
      bookLine({ ...second, policyNumber: "K3M4823" }),
      bookLine({ ...second, policyNumber: "K3M4824", line: "home" }),
    ];
    await store.pool.query("truncate book_row cascade");
    await importPolicies({ database: store.database, brands, keys, file: await writeTestFile(book.join("\n")) });
    const of = (email: string, policyNumber: string) => accountLine({ email, policyNumber });
    const lines = [of("maelle@courrier.example", "K3M4821"), of(second.email, "K3M4823")];
    expect(await bring(lines)).toMatchObject({ kind: "imported", added: 2 });
    expect(await policiesOf("maelle@courrier.example")).toEqual(["K3M4821"]);
    expect(await policiesOf(second.email)).toEqual(["K3M4823", "K3M4824"]);
  });

  test("gives an account every policy of the person's id in the company, under any name", async () => {
    const book = [
      `${bookHeader},personId`,
      `${bookLine()},P-1`,
      `${bookLine({ policyNumber: "K3M4823", lastName: "Roy", email: "", cellPhone: "" })},P-1`,
      `${bookLine({ policyNumber: "K3M4824" })},P-2`,
      `${bookLine({ policyNumber: "K3M4825", email: "", cellPhone: "" })},`,
    ];
    await store.pool.query("truncate book_row cascade");
    await importPolicies({ database: store.database, brands, keys, file: await writeTestFile(book.join("\n")) });
    await bring([accountLine()]);
    expect(await policiesOf("maelle@courrier.example")).toEqual(["K3M4821", "K3M4823"]);
    const { rows } = await store.pool.query("select company, person_id from account_person");
    expect(rows).toEqual([{ company: "belair", person_id: "P-1" }]);
  });

  test("creates and counts an account whose person is on no policy", async () => {
    expect(await bring([accountLine({ firstName: "Zoé" })])).toMatchObject({ added: 1, withoutPolicy: 1 });
  });

  test("accepts a file without the hash column", async () => {
    const cut = (line: string, keep: (index: number) => boolean) =>
      line
        .split(",")
        .filter((_cell, index) => keep(index))
        .join(",");
    const withoutHash = [accountHeader, accountLine()].map((line) => cut(line, (index) => index < 8)).join("\n");
    const file = await writeTestFile(withoutHash);
    expect(await importAccounts({ database: store.database, brands, hashing, file })).toMatchObject({
      added: 1,
    });
  });

  test("reads passwords from a pipe", async () => {
    const file = `${await writeTestFile("")}.pipe`;
    execFileSync("mkfifo", [file]);
    onTestFinished(() => rm(file));
    const writing = writeFile(file, [accountHeader, accountLine()].join("\n"));
    const report = await importAccounts({ database: store.database, brands, hashing, file });
    expect(report).toMatchObject({ kind: "imported", added: 1 });
    await writing;
  });

  test("writes nothing in a dry run", async () => {
    expect(await bring([accountLine()], { dryRun: true })).toMatchObject({ kind: "rehearsed", added: 1 });
    expect(await accounts()).toEqual([]);
  });
});

describe("an invalid accounts file", () => {
  const badCells: [column: AccountColumn, value: string][] = [
    ["company", "acme"],
    ["email", "maelle"],
    ["status", "X"],
    ["password", ""],
    ["password", "x".repeat(65)],
    ["policyNumber", "K3M!"],
    ["firstName", "="],
    ["lastName", "1"],
    ["dateOfBirth", "1988-13-01"],
    ["passwordHash", "$argon2id$v=19$m=4,t=1"],
    ["passwordHash", "5f4dcc3b5aa765d61d8327deb882cf99"],
  ];
  test.each(badCells)("reports the line and the column where %s is «%s»", async (column, value) => {
    const bad = { email: "luc@courrier.example", firstName: "Luc", ...(column === "passwordHash" && { password: "" }) };
    const report = await bring([accountLine(), accountLine({ ...bad, [column]: value })]);
    expect(report).toMatchObject({ kind: "refused", errorCount: 1, errors: [{ line: 3, column }] });
    expect(await accounts()).toEqual([]);
  });

  test.each([
    [`{CRYPT}$6$saltsalt$${"a".repeat(86)}`, "SHA-512 crypt"],
    [`$1$saltsalt$${"a".repeat(22)}`, "MD5 crypt"],
    ["$P$984478476IagS59wHZvyQMArzfx58u.", "phpass"],
    ["$7$C6..../....SodiumChloride$kBGj9fHznVYFQMEn/qDCfrDevf9YDtcDdKvEqHJLV8D", "scrypt in the form of crypt"],
    ["$argon2i$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21l$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8A", "argon2i"],
    ["{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", "a digest without salt"],
    ["5f4dcc3b5aa765d61d8327deb882cf99", "a digest without salt"],
    ["!kJ3sd9aLq0kJ3sd9aLq0kJ3sd9aLq0kJ3sd9aLq0", "no password at all"],
    ["$argon2id$v=19$m=1048576,t=3,p=4$c29tZXNhbHRzb21l$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8A", "too expensive"],
    ["$2b$31$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde", "too expensive"],
    ["Grand-Vent-42", "no hash"],
  ])("names what the hash %s is", async (passwordHash, name) => {
    const written = `"${passwordHash}"`;
    const row = accountLine({ password: "", passwordHash: "HASH" }).replace("HASH", written);
    expect(await bring([row])).toMatchObject({
      kind: "refused",
      errors: [{ column: "passwordHash", reason: expect.stringContaining(name) }],
    });
  });

  test("is refused where a row has a password and a hash", async () => {
    const hash = "$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde";
    expect(await bring([accountLine({ passwordHash: hash })])).toMatchObject({ errors: [{ column: "passwordHash" }] });
  });

  test("keeps the hash of a row whose password a database wrote as NULL", async () => {
    const hash = "$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZabcde";
    const row = accountLine({ password: "NULL", passwordHash: hash });
    expect(await bring([row], { dryRun: true })).toMatchObject({ kind: "rehearsed", added: 1 });
    const other = accountLine({ passwordHash: "NULL" });
    expect(await bring([other], { dryRun: true })).toMatchObject({ kind: "rehearsed", added: 1 });
  });

  test("is refused where two rows share an e-mail or a person", async () => {
    const report = await bring([
      accountLine(),
      accountLine({ firstName: "Luc" }),
      accountLine({ email: "autre@courrier.example", lastName: "SAINT-ONGE" }),
    ]);
    expect(report).toMatchObject({
      kind: "refused",
      errors: [
        { line: 3, column: "email", reason: expect.stringContaining("line 2") },
        { line: 4, column: "lastName", reason: expect.stringContaining("line 2") },
      ],
    });
  });

  test("is imported without its faulty rows where they may be skipped", async () => {
    const lines = [
      accountLine({ email: "maelle" }),
      accountLine(),
      accountLine({ firstName: "Luc" }),
      accountLine({ email: "zoe@courrier.example", policyNumber: "ZZZ9999", firstName: "" }),
    ];
    expect(await bring(lines, { skipFaulty: true })).toMatchObject({
      kind: "imported",
      rows: 1,
      added: 1,
      untouched: 0,
      skipped: { lines: new Set([2, 5, 4]) },
    });
    expect(await accounts()).toMatchObject([{ email: "maelle@courrier.example", first_name: "Maëlle" }]);
  });

  test("is refused where only another company of the brand has the policy", async () => {
    const book = [bookHeader, bookLine({ company: "nbc", policyNumber: "NB12345" })];
    await importPolicies({ database: store.database, brands, keys, file: await writeTestFile(book.join("\n")) });
    const row = { policyNumber: "NB12345", firstName: "", lastName: "", dateOfBirth: "" };
    expect(await bring([accountLine({ ...row, company: "bna" })])).toMatchObject({
      kind: "refused",
      errors: [{ line: 2, column: "policyNumber" }],
    });
  });

  test("is refused where no person matches the row", async () => {
    const unknownPerson = accountLine({ policyNumber: "ZZZ9999", firstName: "", lastName: "", dateOfBirth: "" });
    expect(await bring([unknownPerson])).toMatchObject({
      kind: "refused",
      errors: [{ line: 2, column: "policyNumber" }],
    });
  });
});
