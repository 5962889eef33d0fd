import { writeFile } from "node:fs/promises";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import { ownPinMatches } from "@vestibule/api/verification/pin-hash.adapter.ts";
import type { BookColumn } from "@vestibule/catalogue/book.table.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { bookHeader, bookLine, testBrands, testKeys } from "../../../../test/book-file.ts";
import { testDatabase } from "../../../../test/database.ts";
import { isWholeMatrix } from "../../../../test/matrix.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { writeTestFile } from "../../../../test/test-file.ts";
import { importPolicies } from "./import-policies.ts";

const store = closeAfterTests(await testDatabase());
const brands = await testBrands();
const keys = testKeys();

beforeEach(async () => {
  await store.pool.query("truncate book_row, book_import");
});

async function bring(content: string | Uint8Array, more: { dryRun?: boolean; keys?: typeof keys } = {}) {
  return importPolicies({ database: store.database, brands, keys, file: await writeTestFile(content), ...more });
}
const book = (...lines: string[]) => `${[bookHeader, ...lines].join("\n")}\n`;
const kept = async () => (await store.pool.query("select * from book_row order by policy_number, role")).rows;

describe("an import of policies", () => {
  test("stores every cell in the form that is compared later", async () => {
    const report = await bring(
      book(bookLine({ email: "\u200bMaelle@Courrier.EXAMPLE", policyNumber: "k3m-4821", pin: "ab12 cd34" })),
    );
    expect(report).toEqual({ kind: "imported", rows: 1, added: 1, changed: 0, unchanged: 0, repeated: 0 });
    const [row] = await kept();
    expect(row).toMatchObject({
      company: "belair",
      policy_number: "K3M4821",
      role: 40,
      first_name: "Maëlle",
      last_name: "St-Onge",
      date_of_birth: "1988-02-29",
      postal_code: "H2X1Y4",
      email: "maelle@courrier.example",
      email_typed: "Maelle@Courrier.EXAMPLE",
      cell_phone: "5145550142",
      licence_number: "S531229028807",
      ubi: false,
    });
    const names = { firstName: "Maëlle", lastName: "St-Onge", dateOfBirth: "1988-02-29" };
    const holder = { company: "belair", policyNumber: "K3M4821", ...names };
    const person = { ...holder, pinHash: row.pin_hash, pinSpent: false };
    expect(ownPinMatches({ pin: "AB12-CD34", person, keys: keys.secretHash })).toBe(true);
    expect(ownPinMatches({ pin: "AB12CD35", person, keys: keys.secretHash })).toBe(false);
    expect(row.pin_hash).not.toContain("AB12");
  });

  test("reads an empty cell as not on file", async () => {
    const empty = {
      postalCode: "",
      email: "",
      cellPhone: "",
      licenceProvince: "",
      licenceNumber: "",
      ubi: "",
      language: "",
      registry: "",
    };
    await bring(book(bookLine(empty)));
    expect((await kept())[0]).toMatchObject({
      postal_code: null,
      email: null,
      email_typed: null,
      cell_phone: null,
      licence_province: null,
      licence_number: null,
      pin_hash: null,
      language: null,
      ubi: false,
      registry: "smart",
    });
  });

  test("reads a byte order mark, CRLF line ends, quotes and blank lines", async () => {
    const text = `\uFEFF${bookHeader}\r\n\r\n${bookLine({ lastName: "D’Amours" }).replace("D’Amours", '"D’Amours"')}\r\n`;
    expect(await bring(text)).toMatchObject({ kind: "imported", added: 1 });
    expect((await kept())[0].last_name).toBe("D’Amours");
  });

  test("changes nothing when the same file is imported twice", async () => {
    const file = book(bookLine({ pin: "AB12CD34" }), bookLine({ policyNumber: "K3M4822" }));
    await bring(file);
    const before = await kept();
    expect(await bring(file)).toMatchObject({ kind: "imported", added: 0, changed: 0, unchanged: 2 });
    expect(await kept()).toEqual(before);
  });

  test("reports how many rows were added, changed and left unchanged", async () => {
    await bring(book(bookLine(), bookLine({ policyNumber: "K3M4822" })));
    const second = book(
      bookLine(),
      bookLine({ policyNumber: "K3M4822", cellPhone: "" }),
      bookLine({ policyNumber: "K3M4823" }),
    );
    expect(await bring(second)).toMatchObject({ added: 1, changed: 1, unchanged: 1 });
    expect((await kept()).map((row) => row.cell_phone)).toEqual(["5145550142", null, "5145550142"]);
  });

  test("matches a person under another spelling of the name", async () => {
    await bring(book(bookLine({ lastName: "St-Onge" })));
    expect(await bring(book(bookLine({ lastName: "SAINT ONGE" })))).toMatchObject({ added: 0, changed: 1 });
  });

  test("keeps the latest year when two rows name the same person and policy", async () => {
    const report = await bring(book(bookLine({ year: "2026" }), bookLine({ year: "2025" })));
    expect(report).toMatchObject({ added: 1, repeated: 1 });
    expect((await kept())[0].year).toBe(2026);
  });

  test("keeps a consumed PIN consumed after key rotation, and accepts a new one", async () => {
    await bring(book(bookLine({ pin: "AB12CD34" })));
    await store.pool.query("update book_row set pin_spent_at = app_now()");
    const rotated = deriveKeys({
      token: ["token"],
      hash: ["newer", "hash"],
      lookup: ["lookup"],
      cookie: ["cookie"],
      audit: ["audit"],
    });
    await bring(book(bookLine({ pin: "AB12CD34" })), { keys: rotated });
    expect((await kept())[0].pin_spent_at).not.toBeNull();
    await bring(book(bookLine({ pin: "ZZ12CD34" })), { keys: rotated });
    expect((await kept())[0].pin_spent_at).toBeNull();
  });

  test("accepts the code of a brand's alias and refuses an unknown company", async () => {
    expect(await bring(book(bookLine({ company: "NBC" })))).toMatchObject({ added: 1 });
    expect(await bring(book(bookLine({ company: "acme" })))).toMatchObject({ kind: "refused" });
  });

  test.each([
    ["Automobile", "auto"],
    ["House", "home"],
    ["Tenant", "home"],
  ])("reads the line of business %s as %s", async (line, expected) => {
    expect(await bring(book(bookLine({ line })))).toMatchObject({ kind: "imported", added: 1 });
    expect(await kept()).toMatchObject([{ line: expected }]);
  });

  test("writes nothing in a dry run", async () => {
    expect(await bring(book(bookLine()), { dryRun: true })).toMatchObject({ kind: "rehearsed", added: 1 });
    expect(await kept()).toEqual([]);
    expect((await store.pool.query("select 1 from book_import")).rowCount).toBe(0);
  });
});

describe("a policies file of an insurer", () => {
  test.each(["\u001a", "\0\0\0", "\ufeff", "\u200b,,"])("is imported with %j as its last line", async (end) => {
    expect(await bring(`${book(bookLine())}${end}`)).toMatchObject({ kind: "imported", rows: 1 });
  });

  test("is imported with rows of empty cells, and with facts that a form would refuse", async () => {
    const facts = { firstName: "O", lastName: "’t", email: "maelle@q.com", cellPhone: "+1 (514) 555-0142" };
    const empty = ",".repeat(bookHeader.split(",").length - 1);
    const report = await bring(book(empty, bookLine(facts), ` ${empty} `, empty));
    expect(report).toMatchObject({ kind: "imported", rows: 1, added: 1 });
    const { rows } = await store.pool.query("select first_name, last_name, email, cell_phone from book_row");
    expect(rows).toEqual([{ first_name: "O", last_name: "’t", email: "maelle@q.com", cell_phone: "5145550142" }]);
  });

  test.each([
    ["a comma", ",", "\n"],
    ["a semicolon", ";", "\r\n"],
    ["a tab", "\t", "\n"],
  ])("is imported when its first line names %s as the separator", async (_name, separator, result) => {
    const lines = ["sep=,", bookHeader, bookLine(), bookLine({ role: "1" })].map((line) =>
      line.replaceAll(",", separator),
    );
    expect(await bring(lines.slice(0, 3).join(result))).toMatchObject({ kind: "imported", rows: 1 });
    expect(await bring(`\ufeff${lines.join(result)}`)).toMatchObject({
      kind: "refused",
      errors: [{ line: 4, column: "role" }],
    });
  });

  test("is imported with empty columns at the end, and with a first line in upper case that a spreadsheet padded", async () => {
    expect(await bring(`${bookHeader},,\n${bookLine()},,`)).toMatchObject({ kind: "imported", rows: 1 });
    const lines = [bookHeader, bookLine()].map((line) => line.replaceAll(",", ";"));
    for (const first of ["SEP=;", "sep=;;;", "sep=; "])
      expect(await bring([first, ...lines].join("\r\n")), first).toMatchObject({ kind: "imported", rows: 1 });
  });

  test.each([";", "\t", "|"])(
    "is imported with %j between its columns, and no line that names it",
    async (separator) => {
      const lines = [bookHeader, bookLine({ lastName: "Roy" })].map((line) => line.replaceAll(",", separator));
      expect(await bring(`\ufeff${lines.join("\r\n")}`)).toMatchObject({ kind: "imported", rows: 1 });
      const quoted = lines.map((line) => line.replaceAll(/[^;\t|]+/g, '"$&"'));
      expect(await bring(quoted.join("\r"))).toMatchObject({ kind: "imported", rows: 1 });
    },
  );

  test("is imported as a spreadsheet's Unicode text, and with columns in the capitals of a database", async () => {
    const table = book(bookLine({ firstName: "Ève" })).replaceAll(",", "\t");
    expect(await bring(Buffer.from(`\ufeff${table}`, "utf16le"))).toMatchObject({ kind: "imported", rows: 1 });
    expect(await kept()).toMatchObject([{ first_name: "Ève" }]);
    const folded = book(bookLine()).replace(bookHeader, bookHeader.toUpperCase());
    expect(await bring(folded)).toMatchObject({ kind: "imported", rows: 1 });
  });

  test("is imported with its columns named in words, with underscores or invisible characters, in either UTF-16", async () => {
    const spaced = bookHeader.replace(/[A-Z]/g, " $&").replace("email", "E-mail");
    expect(await bring(book(bookLine()).replace(bookHeader, spaced))).toMatchObject({ kind: "imported", rows: 1 });
    const lines = [bookHeader.replace(/[A-Z]/g, "_$&"), bookLine()].map((line) => line.replaceAll(",", ";"));
    expect(await bring(`\u200b${lines.join("\r\n")}`)).toMatchObject({ kind: "imported", rows: 1 });
    const bigEndian = Buffer.from(`\ufeff${book(bookLine())}`, "utf16le").swap16();
    expect(await bring(bigEndian)).toMatchObject({ kind: "imported", rows: 1 });
  });

  test.each(["NULL", "\\N", "n/a", "#N/A", "NaN", "None", "(null)", "–", "s/o", "Inconnu"])(
    "A-451 reads %s in an optional column as not on file",
    async (missing) => {
      const optional = ["postalCode", "email", "cellPhone", "licenceProvince", "licenceNumber", "pin"] as const;
      const cells = Object.fromEntries(optional.map((column) => [column, missing]));
      const report = await bring(`${bookHeader},personId\n${bookLine(cells)},${missing}`);
      expect(report).toMatchObject({ kind: "imported", added: 1 });
      expect(await kept()).toMatchObject([
        {
          postal_code: null,
          email: null,
          email_typed: null,
          cell_phone: null,
          pin_hash: null,
          person_id: null,
          licence_province: null,
          licence_number: null,
        },
      ]);
    },
  );

  test("A-451 joins no people by an id of zeros alone, and keeps a person whose name is Null", async () => {
    const rows = [`${bookLine()},0`, `${bookLine({ policyNumber: "K3M4822", lastName: "Null" })},0000`];
    await bring([`${bookHeader},personId`, ...rows].join("\n"));
    expect(await kept()).toMatchObject([{ person_id: null }, { person_id: null, last_name: "Null" }]);
  });

  test.each([
    ["dateOfBirth", "1988/02/29", { date_of_birth: "1988-02-29" }],
    ["dateOfBirth", "19880229", { date_of_birth: "1988-02-29" }],
    ["dateOfBirth", "1988-02-29 00:00:00.000", { date_of_birth: "1988-02-29" }],
    ["dateOfBirth", "1988-02-29T00:00:00Z", { date_of_birth: "1988-02-29" }],
    ["dateOfBirth", "1988-02-29 00:00:00+00", { date_of_birth: "1988-02-29" }],
    ["dateOfBirth", "1988-02-29T00:00:00-05:00", { date_of_birth: "1988-02-29" }],
    ["dateOfBirth", "1988.2.29", { date_of_birth: "1988-02-29" }],
    ["dateOfBirth", "１９８８-02-29", { date_of_birth: "1988-02-29" }],
    ["year", "2025.0", { year: 2025 }],
    ["role", "80.0", { role: 80 }],
    ["cellPhone", "5145550142.0", { cell_phone: "5145550142" }],
    ["province", "Québec", { province: "qc" }],
    ["province", "prince edward island", { province: "pe" }],
    ["licenceProvince", "Québec", { licence_province: "qc" }],
    ["province", "PQ", { province: "qc" }],
    ["province", "CA-NL", { province: "nl" }],
    ["language", "fra", { language: "fr" }],
    ["language", "E", { language: "en" }],
    ["language", "en-US", { language: "en" }],
    ["line", "Locataire", { line: "home" }],
    ["line", "copropriété", { line: "home" }],
    ["ubi", "VRAI", { ubi: true }],
    ["ubi", "f", { ubi: false }],
    ["language", "fr-CA", { language: "fr" }],
    ["language", "Anglais", { language: "en" }],
    ["company", "\u00a0belair\u200b", { company: "belair" }],
    ["province", "QC\u00a0", { province: "qc" }],
    ["policyNumber", '="0012345"', { policy_number: "0012345" }],
  ] as const)("reads %s «%s» as a database or a spreadsheet writes it", async (column, value, expected) => {
    const cell = value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
    const line = bookLine({ [column]: "CELL" }).replace("CELL", cell);
    expect(await bring(book(line))).toMatchObject({ kind: "imported", added: 1 });
    expect(await kept()).toMatchObject([expected]);
  });

  test("is imported without its faulty rows where they may be skipped", async () => {
    const rows = [bookLine(), bookLine({ role: "1" }), bookLine({ policyNumber: "K3M4822" }), bookLine({ role: "2" })];
    const file = await writeTestFile(book(...rows));
    const order = { database: store.database, brands, keys, file, skipFaulty: true };
    expect(await importPolicies(order)).toMatchObject({
      kind: "imported",
      rows: 2,
      added: 2,
      skipped: { lines: new Set([3, 5]), errors: [{ line: 3, column: "role", count: 2 }] },
    });
    await writeFile(file, `${book(...rows)}\n"torn"x`);
    expect(await importPolicies(order)).toMatchObject({ kind: "refused" });
  });
});

describe("the age of a contact", () => {
  const contacts = async () =>
    (await kept()).map(({ policy_number, email_since, email_before, cell_phone_since, cell_phone_before }) => ({
      policy: policy_number,
      email: [email_since !== null, email_before],
      mobile: [cell_phone_since !== null, cell_phone_before],
    }));
  const old = [false, null];

  test("is unknown in a first import and in one that changes nothing of it", async () => {
    await bring(book(bookLine()));
    await bring(book(bookLine({ postalCode: "H2X 1Y5" })));
    expect(await contacts()).toEqual([{ policy: "K3M4821", email: old, mobile: old }]);
  });

  test("begins with the import that changes or adds it, which keeps the previous one", async () => {
    await bring(book(bookLine({ email: "" })));
    await bring(book(bookLine({ email: "added@courrier.example", cellPhone: "514-555-0143" })));
    const changed = { policy: "K3M4821", email: [true, null], mobile: [true, "5145550142"] };
    expect(await contacts()).toEqual([changed]);
    await bring(book(bookLine({ email: "added@courrier.example", cellPhone: "514-555-0143", year: "2027" })));
    expect(await contacts()).toEqual([changed]);
  });

  test("keeps the one before the first change while this one has not settled", async () => {
    await bring(book(bookLine()));
    await bring(book(bookLine({ cellPhone: "" })));
    await bring(book(bookLine({ cellPhone: "514-555-0144" })));
    expect(await contacts()).toMatchObject([{ mobile: [true, "5145550142"] }]);
    await store.pool.query("update book_row set cell_phone_since = cell_phone_since - interval '73 hours'");
    await bring(book(bookLine({ cellPhone: "514-555-0145" })));
    expect(await contacts()).toMatchObject([{ mobile: [true, "5145550144"] }]);
  });

  test("A-389 begins with a new policy of a person who was in the book with other contacts", async () => {
    const withIds = (...lines: string[]) => `${[`${bookHeader},personId`, ...lines].join("\n")}\n`;
    const line = (personId: string, cells: Parameters<typeof bookLine>[0]) => `${bookLine(cells)},${personId}`;
    await bring(withIds(line("", {}), line("P-1", { policyNumber: "P1A0001", firstName: "Ève" })));
    await bring(
      withIds(
        line("", { policyNumber: "K3M4822", cellPhone: "514-555-0146" }),
        line("P-1", { policyNumber: "P1A0002", firstName: "Ève", lastName: "Roy", email: "e@roy.example" }),
        line("", { policyNumber: "Z9Z0001", firstName: "Zoé", cellPhone: "514-555-0147" }),
      ),
    );
    expect(await contacts()).toEqual([
      { policy: "K3M4821", email: old, mobile: old },
      { policy: "K3M4822", email: old, mobile: [true, null] },
      { policy: "P1A0001", email: old, mobile: old },
      { policy: "P1A0002", email: [true, null], mobile: old },
      { policy: "Z9Z0001", email: old, mobile: old },
    ]);
  });
});

describe("the age of a contact on a row that an import gives to another person", () => {
  const withIds = (...lines: string[]) => `${[`${bookHeader},personId`, ...lines].join("\n")}\n`;
  const holderLine = bookLine();
  const other = { policyNumber: "T1F0001", email: "other@ailleurs.example", cellPhone: "514-555-0199" };
  const rowOf = async (policyNumber: string) => (await kept()).find((row) => row.policy_number === policyNumber);

  test.each(["", "P-2"])("A-430 begins with the import, in place of nothing, where the id was «%s»", async (before) => {
    await bring(withIds(`${holderLine},P-1`, `${bookLine(other)},${before}`));
    await bring(withIds(`${holderLine},P-1`, `${bookLine({ ...other, cellPhone: "514-555-0198" })},P-1`));
    expect(await rowOf("T1F0001")).toMatchObject({
      email_since: expect.any(Date),
      email_before: null,
      cell_phone_since: expect.any(Date),
      cell_phone_before: null,
    });
    // What the id had is as new for the person of that row (A-437).
    expect(await rowOf("K3M4821")).toMatchObject({ email_since: expect.any(Date), email_before: null });
  });

  test("A-430 is unknown where the person had the contact, and where the insurer gives its first or other ids", async () => {
    await bring(withIds(`${holderLine},`, `${bookLine({ policyNumber: "K3M4822" })},P-2`));
    await bring(withIds(`${holderLine},P-1`, `${bookLine({ policyNumber: "K3M4822" })},P-1`));
    await bring(withIds(`${holderLine},Q-1`, `${bookLine({ policyNumber: "K3M4822" })},Q-1`));
    for (const row of await kept()) expect(row).toMatchObject({ email_since: null, cell_phone_since: null });
  });
});

describe("an invalid policies file", () => {
  const badCells: [column: BookColumn, value: string][] = [
    ["company", "acme"],
    ["company", ""],
    ["policyNumber", "K3M48211"],
    ["policyNumber", "K3M482!"],
    ["line", "boat"],
    ["year", "26"],
    ["province", "zz"],
    ["role", "50"],
    ["role", "0x28"],
    ["firstName", "<b>x"],
    ["lastName", "="],
    ["lastName", "C\ufffdt\ufffd"],
    ["lastName", ""],
    ["dateOfBirth", "1988-02-30"],
    ["dateOfBirth", "29/02/1988"],
    ["dateOfBirth", "32202"],
    ["dateOfBirth", "1988229"],
    ["dateOfBirth", "1988-02-29T05:00:00Z"],
    ["dateOfBirth", "2999-01-01"],
    ["postalCode", "D2X 1Y4"],
    ["email", "maelle@"],
    ["cellPhone", "514555014"],
    ["licenceProvince", "zz"],
    ["licenceNumber", "123"],
    ["ubi", "maybe"],
    ["pin", "AB12CD3"],
    ["language", "de"],
    ["registry", "old"],
  ];
  test.each(badCells)("reports the line and the column where %s is «%s»", async (column, value) => {
    const report = await bring(book(bookLine(), bookLine({ policyNumber: "K3M4822", [column]: value })));
    expect(report).toMatchObject({ kind: "refused", errorCount: 1, errors: [{ line: 3, column }] });
    if (value.length > 2) expect(JSON.stringify(report)).not.toContain(value);
    expect(await kept()).toEqual([]);
  });

  test.each(["Ma?lle", "?lise", "MaÃ«lle", "Oâ€™Brien", "Ma&euml;lle", "O&#39;Brien", "O&#x27;Brien"])(
    "names «%s» as a name whose letters were lost on its way",
    async (name) => {
      const reason = "has letters that another encoding or program replaced";
      for (const column of ["firstName", "lastName"] as const)
        expect(await bring(book(bookLine({ [column]: name })))).toMatchObject({
          kind: "refused",
          errors: [{ line: 2, column, reason }],
        });
    },
  );

  test.each(["JOÃO", "Conceição", "Smith & Sons", "Roy (?)", "Grâce"])("accepts the name %s", async (firstName) => {
    expect(await bring(book(bookLine({ firstName })))).toMatchObject({ kind: "imported", added: 1 });
  });

  test("lists the first fault of each kind with its count", async () => {
    const lines = Array.from({ length: 250 }, () => bookLine({ role: "1", year: "x" }));
    expect(await bring(book(bookLine(), ...lines, bookLine({ pin: "x" })))).toEqual({
      kind: "refused",
      errorCount: 501,
      errors: [
        { line: 3, column: "year", reason: "is not a year as YYYY", count: 250 },
        { line: 3, column: "role", reason: "is not one of 40, 80", count: 250 },
        { line: 253, column: "pin", reason: "is not eight letters and digits", count: 1 },
      ],
    });
  });

  test("writes nothing when an invalid row follows thousands of valid ones", async () => {
    const good = Array.from({ length: 9000 }, (_row, index) => bookLine({ policyNumber: `A${100_000 + index}` }));
    expect(await bring(book(...good, bookLine({ role: "1" })))).toMatchObject({
      kind: "refused",
      errors: [{ line: 9002 }],
    });
    expect(await kept()).toEqual([]);
  });

  test("is refused for a row with a missing cell", async () => {
    const report = await bring(book(bookLine().replace(",smart", "")));
    expect(report).toMatchObject({
      kind: "refused",
      errors: [{ line: 2, reason: expect.stringContaining("17 cells") }],
    });
  });

  test.each([
    ["is empty", "", "the file is empty"],
    ["lacks a column", bookHeader.replace(",pin", ""), "the header lacks pin"],
    ["has a column of no meaning", `${bookHeader},shoeSize`, "shoeSize"],
    ["has a column without a name", bookHeader.replace(",role", ",,role"), "unknown columns: one without a name"],
    ["has a cell beyond its columns", `${bookHeader},,\n${bookLine()},,x`, "cells, which is not the number of columns"],
    ["has a row of more than 16 KB", book(bookLine({ firstName: "É".repeat(10_000) })), "longer than 16384 bytes"],
    ["is not UTF-8", Buffer.from(book(bookLine()), "latin1"), "the file is not UTF-8: save it as “CSV UTF-8”"],
    ["has torn quotes", `${bookHeader}\n"torn"x,1`, "not CSV"],
  ])("is refused when it %s", async (_title, content, reason) => {
    const report = await bring(content);
    expect(report).toMatchObject({ kind: "refused", errors: [{ reason: expect.stringContaining(reason) }] });
  });

  test("names a few of many unknown columns", async () => {
    const report = await bring(`${bookHeader}${",x".repeat(1000)}`);
    const [fault] = report.kind === "refused" ? report.errors : [];
    expect(fault?.reason).toBe(`the header has unknown columns: ${"x, ".repeat(10)}…`);
  });

  test("counts lines with any line end, also with several in one file", async () => {
    const wrong = bookLine({ year: "none" });
    for (const result of ["\n", "\r\n", "\r"]) {
      const report = await bring(`${bookHeader}\n${bookLine()}${result}${bookLine()}${result}${wrong}${result}`);
      expect(report, JSON.stringify(result)).toMatchObject({ errors: [{ line: 4, column: "year" }] });
    }
  });

  test("is refused when it does not exist", async () => {
    const report = await importPolicies({ database: store.database, brands, keys, file: "/nowhere/book.csv" });
    expect(report).toMatchObject({ kind: "refused", errors: [{ reason: "there is no such file" }] });
  });
});

/** As many as the largest book in the whole matrix. */
const manyRows = isWholeMatrix ? 100_000 : 10_000;

test(`imports ${manyRows} rows within a memory limit and reports progress`, async () => {
  const lines = Array.from({ length: manyRows }, (_row, index) =>
    bookLine({
      policyNumber: `B${100_000 + index}`,
      email: `person${index}@courrier.example`,
      pin: index % 4 ? "" : "AB12CD34",
    }),
  );
  const file = await writeTestFile(book(...lines));
  lines.length = 0;
  const progress: number[] = [];
  const before = process.memoryUsage().rss;
  const report = await importPolicies({
    database: store.database,
    brands,
    keys,
    file,
    onProgress: ({ stage, done, total }) => stage === "reading" && progress.push(done / total),
  });
  expect(report).toMatchObject({ kind: "imported", rows: manyRows, added: manyRows });
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024);
  expect(progress.at(-1)).toBe(1);
  expect(progress.length).toBeGreaterThan(10);
}, 120_000);
