import { languages } from "@vestibule/catalogue/province.table.ts";
import { checkEmail, checkEmailConfirmation } from "@vestibule/contract/fields/email.rule.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { checkLicence } from "@vestibule/contract/fields/licence.rule.ts";
import { checkNewPassword, checkPasswordConfirmation } from "@vestibule/contract/fields/password.rule.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import { checkPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { checkPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkRecoveryCode } from "@vestibule/contract/fields/recovery-code.rule.ts";
import { checkPin, checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { checkTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compositionPolicy } from "../../../../test/password-policy.ts";
import { checkDateParts } from "./date-parts.rule.ts";

const email = "marie.lafleur@example.ca";

/** Each field's rule, and one value for each error that the rule returns. */
const fields: Record<string, { rule: (value: string) => FieldError | undefined; refused: string[] }> = {
  email: { rule: checkEmail, refused: ["", "ann", `${"a".repeat(80)}@example.ca`] },
  emailConfirmation: { rule: (value) => checkEmailConfirmation(value, email), refused: ["", "ann@example.ca"] },
  password: {
    rule: (value) => checkNewPassword(value, { policy: compositionPolicy, email }),
    refused: [
      "",
      "short",
      "a".repeat(65),
      "NOLOWERCASE1!",
      "nouppercase1!",
      "NoDigitAtAll!",
      "NoSpecial1234",
      "Été-1234567😀",
      "Lafleur-1234",
    ],
  },
  passwordConfirmation: { rule: (value) => checkPasswordConfirmation(value, "x"), refused: ["", "y"] },
  policyNumber: { rule: (value) => checkPolicyNumber(value, [7]), refused: ["", "12!4567", "123"] },
  firstName: { rule: checkName, refused: ["", "A", "4nn", "a".repeat(255)] },
  lastName: { rule: checkName, refused: ["", "A", "4nn", "a".repeat(255)] },
  dob: {
    rule: (value) => checkDateParts(value, { today: "2026-11-21" }),
    refused: [
      "",
      "1980-02-30",
      "1980-02-45",
      "1980--05",
      "80-02-05",
      "88-02-45",
      "80--05",
      "1980--",
      "80--45",
      "2020-01-01",
    ],
  },
  postalCode: { rule: checkPostalCode, refused: ["", "D1A 1A1"] },
  driverLicense: {
    rule: (value) => checkLicence(value, "qc", { presence: "required" }),
    refused: ["", "X", "9".repeat(40)],
  },
  phone: { rule: checkTelephone, refused: ["", "123"] },
  securityCode: { rule: checkSecurityCode, refused: ["", "123"] },
  securityPin: { rule: checkPin, refused: ["", "123"] },
  recoveryCode: { rule: checkRecoveryCode, refused: ["", "K7QM"] },
};

/** Errors that only the server detects. */
const serverErrors = [
  "email.alreadyExists",
  "emailConfirmation.alreadyExists",
  "postalCode.doubtful",
  "password.reused",
  "password.common",
  "securityCode.wrong",
  "securityCode.wrongApp",
  "securityCode.clockAhead",
  "securityCode.clockBehind",
  "recoveryCode.wrong",
  "securityPin.wrong",
  "loginPassword.required",
  "codeOption.required",
  "profileOption.required",
  "accountType.required",
  "driverLicenseProvince.required",
  "terms.required",
];

describe.each(languages)("the wording in %s", (language) => {
  const texts = pageTexts(["fields"], language);

  test.each(Object.keys(fields))("has a text for every error of the field %s", (name) => {
    const { rule, refused } = fields[name] ?? { rule: () => undefined, refused: [] };
    expect(refused.map(rule)).not.toContain(undefined);
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...refused), fc.string({ unit: "grapheme", maxLength: 70 })), (value) => {
        const error = rule(value);
        if (error === undefined) return;
        const sentence = texts[`fields:${name}.${error.key}`];
        expect(sentence, error.key).toBeDefined();
        if (sentence !== undefined) expect(t(sentence, language, error.facts)).not.toContain("{");
      }),
    );
  });

  test.each(serverErrors)("has a text for the server's error %s", (key) => {
    expect(texts[`fields:${key}`]).toBeDefined();
  });

  test("has a plain variant for every text with a placeholder", () => {
    const named = Object.keys(texts).filter((key) => String(texts[key]).includes("{"));
    expect(named.length).toBeGreaterThan(0);
    for (const key of named) expect(texts[`${key}.plain`], key).toBeTypeOf("string");
  });

  test("has a label for every field", () => {
    const names = new Set(Object.keys(texts).map((key) => key.split(".")[0]));
    for (const name of names) expect(texts[`${name}.label`], name).toBeDefined();
  });
});
