import { describe, expect, it } from "vitest";
import { checkEmail, normaliseEmail } from "./email.rule.ts";
import type { FieldError } from "./field-error.ts";
import { foldName } from "./fold-name.rule.ts";
import { checkLicence } from "./licence.rule.ts";
import { checkName } from "./person-name.rule.ts";
import { checkPolicyNumber } from "./policy-number.rule.ts";
import { checkPostalCode, normalisePostalCode } from "./postal-code.rule.ts";
import { checkPin, checkSecurityCode, normaliseCode, normalisePin } from "./security-code.rule.ts";
import { checkReference, normaliseReference } from "./support-reference.rule.ts";
import { checkTelephone, normaliseTelephone } from "./telephone.rule.ts";
import { normaliseNumber, normaliseText, tidyDigits, tidyText } from "./text.rule.ts";

interface Rules {
  check: (value: string) => FieldError | undefined;
  normalise: (value: string) => string | undefined;
}

/** A value of each field, and its rules. */
const fields: [string, string, Rules][] = [
  ["an e-mail", "marie-eve@grand-vent.example", { check: checkEmail, normalise: normaliseEmail }],
  ["a name", "Marie-Ève", { check: checkName, normalise: foldName }],
  ["a policy number", "K3M-4821", { check: (value) => checkPolicyNumber(value, [7]), normalise: normaliseNumber }],
  ["a postal code", "H2X-1Y4", { check: checkPostalCode, normalise: normalisePostalCode }],
  ["a telephone number", "437-555-0138", { check: checkTelephone, normalise: normaliseTelephone }],
  [
    "a licence number",
    "R1234-567890-12",
    { check: (value) => checkLicence(value, "qc", { presence: "required" }), normalise: normaliseNumber },
  ],
  ["a code", "123-456", { check: checkSecurityCode, normalise: normaliseCode }],
  ["a PIN", "AB12-CD34", { check: checkPin, normalise: normalisePin }],
  [
    "a support reference",
    "000-000-000",
    {
      check: (value) => (checkReference(value) ? undefined : { key: "format" }),
      normalise: normaliseReference,
    },
  ],
];

it("A-179 drops leading space and collapses any white space between words to one space", () => {
  expect(tidyText("\u00a0 \t Jean\u3000\u00a0\u0085 Roy ")).toBe("Jean Roy ");
});

it("A-179 keeps a letter and its accents as one character, which fonts draw in their own style", () => {
  expect(normaliseText("Nguyễn Thị Ánh".normalize("NFD"))).toBe("Nguyễn Thị Ánh");
});

describe.each([
  ["a right-to-left mark", "\u200f"],
  ["a direction embedding", "\u202a"],
  ["a soft hyphen", "\u00ad"],
  ["a word joiner", "\u2060"],
  ["a zero-width space", "\u200b"],
  ["a byte order mark", "\ufeff"],
  ["a direction isolate", "\u2068"],
  ["a variation selector", "\ufe0f"],
  ["the place of an embedded object", "\ufffc"],
  ["the soft hyphen of a PDF", "\u0002"],
  ["a blank of braille", "\u2800"],
])("with %s at its start, inside and at its end", (_, invisible) => {
  const marked = (value: string) => `${invisible}${value.slice(0, 2)}${invisible}${value.slice(2)}${invisible}`;

  it.each(fields)("A-179 reads %s as it was typed", (_name, typed, { check, normalise }) => {
    expect(check(marked(typed))).toBeUndefined();
    expect(normalise(marked(typed))).toBe(normalise(typed));
  });

  it("A-179 reads it alone as an empty field", () => {
    expect(checkName(invisible)).toEqual({ key: "required" });
    expect(checkEmail(invisible)).toEqual({ key: "required" });
  });
});

describe.each([..."\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u2043\u02d7"])(
  "with %s as its dash",
  (dash) => {
    it.each(fields)("A-179 reads %s as with a hyphen", (_name, typed, { check, normalise }) => {
      const dashed = typed.replaceAll("-", dash);
      expect(check(dashed)).toBeUndefined();
      expect(normalise(dashed)).toBe(normalise(typed));
    });
  },
);

/** Numbers of ten consecutive characters, of which this is the zero. */
const written = (zero: string) => (value: string) =>
  value.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

describe.each([
  ["Arabic", "\u0660"],
  ["Persian", "\u06f0"],
  ["Devanagari", "\u0966"],
  ["full-width", "\uff10"],
  ["bold mathematical", "\u{1d7ce}"],
])("in %s digits", (_script, zero) => {
  // A code is refused in the digits of another script.
  it.each(fields.slice(2).filter(([name]) => name !== "a code"))(
    "A-179 reads %s as in plain ones",
    (_name, typed, { check, normalise }) => {
      expect(check(written(zero)(typed))).toBeUndefined();
      expect(normalise(written(zero)(typed))).toBe(normalise(typed));
    },
  );
});

it("reads the digits of every script in a field of digits", () => {
  expect(tidyDigits("٢٩ / ０２ / 19۸۰")).toBe("29021980");
});

it("A-059 keeps the digits of an e-mail as they are", () => {
  expect(normaliseEmail("zoe\u0661@courrier.example")).toBeUndefined();
});

it.each(["\u00a0", "\u3000", " "])("A-179 accepts an e-mail, a code and a postal code in spaces as %j", (space) => {
  const around = (value: string) => `${space}${value}${space}`;
  expect([checkEmail(around("a@bc.example")), normaliseEmail(around("a@bc.example"))]).toEqual([
    undefined,
    "a@bc.example",
  ]);
  expect([checkSecurityCode(around("123456")), normaliseCode(around("123456"))]).toEqual([undefined, "123456"]);
  expect([checkPostalCode(around("k1a 0b1")), normalisePostalCode(around("k1a 0b1"))]).toEqual([undefined, "K1A0B1"]);
});
