import fc from "fast-check";

/** Texts of fifty thousand characters that make a backtracking regular expression slow. */
export const longTexts: readonly string[] = [
  "a",
  "0",
  " ",
  "-",
  "1-",
  "a.",
  "a@",
  "\u00e9",
  "e\u0301",
  "\u{1f600}",
].map((unit) => `${unit.repeat(50_000 / unit.length)}!`);

/** Texts that often break parsers, queries or lookups by name. */
export const hostileTexts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202egnp",
  "\u200b",
  "１２３４５６",
  "%00",
  "%",
  "_",
  "'",
  "';--",
  "\\",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "-1",
  "1e400",
  "../../etc",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "\r\nx: y",
  "=1+1",
  "https://evil.example",
  "x".repeat(10_000),
];

/** Texts in the format of a field, so that the checks after the format are tested too. */
const expectedTexts = [
  "maelle@courrier.example",
  "K3M4821",
  "Maëlle",
  "1988-02-29",
  "H2X 1Y4",
  "514 555-0001",
  "123456",
  "AB12CD34",
  "Grand-Vent-42",
  "qc",
  "fr",
  "belair",
  "policyNumber",
  "4f5cbd1e-52ff-4f0e-9a2f-0a1f3a9d2b10",
  "123456789",
];

/** Any code point except surrogates. The built-in `unit: "binary"` is slower, since it maps a million entries. */
const anyCharacter = fc
  .nat(0x10ffff - 0x800)
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

export const anyCharacters = (maxLength: number) => fc.string({ unit: anyCharacter, maxLength });

/** Any text, often a hostile one or one in the format of a field. */
export const anyText = fc.oneof(
  fc.constantFrom(...expectedTexts),
  fc.constantFrom(...hostileTexts),
  anyCharacters(300),
);
