import { languages } from "@vestibule/catalogue/province.table.ts";
import { expect, test } from "vitest";
import { sentence, type TextKey } from "./tables.ts";

/** Message keys that the insurer's teams use by name; each form field has `<field>.required`. */
const namedKeys = [
  "forms:login.error",
  "forms:code.validation.wrong",
  "forms:emailConfirmation.validation.match",
  "forms:emailConfirmation.validation.alreadyExists",
  "common:protectAccount.passwordInfo",
  "error:errorEmailRequired",
  "error:errorEmailFormat",
  "error:errorPasswordConfirmationRequired",
  "error:errorPasswordDontMatch",
  "error:errorPhoneFormat",
  "error:errorCheckboxRequired",
  "error:wrongPhone",
  "error:wrongPostalCode",
  "error:securityQuestions",
  "error:passwordContentError",
  "error:invalidCharacter",
  "error:errorClientUpdate",
  "fields:password.required",
  "fields:password.invalidCharacter",
  "fields:passwordConfirmation.match",
  "fields:postalCode.format",
  "fields:securityCode.incomplete",
  "fields:securityCode.wrong",
  "fields:securityPin.incomplete",
  "fields:securityPin.wrong",
  "registrationError:moreInfo.error.8",
  "registrationError:moreInfo.error.9",
  "registrationError:chooseUsername.error",
  ...(
    [
      "policyNumber",
      "firstName",
      "lastName",
      "dob",
      "postalCode",
      "driverLicense",
      "driverLicenseProvince",
      "email",
      "emailConfirmation",
      "loginPassword",
      "password",
      "passwordConfirmation",
      "phone",
      "securityCode",
      "securityPin",
      "codeOption",
      "profileOption",
      "accountType",
      "terms",
      "province",
    ] as const
  ).map((field) => `fields:${field}.required` as TextKey),
] satisfies TextKey[];

test.each(namedKeys)("%s has its own sentence in each language", (key) => {
  const [english, french] = languages.map((language) => JSON.stringify(sentence(key, language)));
  expect(english).not.toBe(french);
});
