import { languages } from "@vestibule/catalogue/province.table.ts";
import { expect, test } from "vitest";
import { sentence, type TextKey } from "./tables.ts";

/** Message keys that the insurer's teams use by name; each form field has `<field>.required`. */
const namedKeys = [
  "forms:login.error",
  "forms:code.validation.wrong",
  "forms:confirmation.match",
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

/** Sentences that the insurer’s teams read out and search for; more words may follow. */
const namedSentences = [
  [
    "forms:login.error",
    "The email or password you entered is incorrect. Sign up for access if this is your first visit.",
  ],
  ["fields:password.invalidCharacter", "Your new password contains one or more unaccepted characters."],
  ["fields:passwordConfirmation.match", "Both passwords entered must match."],
  ["forms:confirmation.match", "Both passwords entered must match."],
  ["fields:terms.required", "You must agree to the Terms of Use to sign up."],
  ["fields:postalCode.format", "Enter your postal code in the format A9A 9A9."],
  ["fields:email.email", "Enter your email address in the following format: "],
  ["fields:password.containsEmail", "You cannot use part of your email in your password."],
  ["fields:driverLicense.required", "Enter a driver licence number to continue."],
  ["fields:driverLicenseProvince.required", "Please select a province"],
  ["fields:dob.date", "Enter your date of birth in the following format: YYYY/MM/DD."],
  ["fields:policyNumber.length", "Enter your {length} character policy number"],
  ["fields:securityCode.incomplete", "Enter the 6-digit security code to continue."],
  ["fields:securityCode.wrong", "The security code you entered is incorrect. Try again."],
  ["fields:securityPin.incomplete", "Enter an 8 character PIN to continue."],
  ["fields:securityPin.wrong", "The PIN is not valid."],
  ["error:wrongPostalCode", "This postal code does not match the one we have on file"],
  ["registrationError:EMAIL_UPDATE_FAILED.title", "We can’t create your account right now"],
  ["login:notice.sessionEnded.title", "Your session has ended. Please try again."],
  ["registration:journey.stage.identify", "About you"],
  ["registration:journey.lost.title", "Your session has ended. Please try again."],
  [
    "policyNumberRegistration:identification.notFound.title",
    "We can’t find your file. Check your information or contact us!",
  ],
  ["policyNumberRegistration:identification.known.title", "You already have an account!"],
  ["policyNumberRegistration:identification.known", "Go back to the login page and use your email address."],
  ["registration:accountType.difference", "What’s the difference?"],
] as const satisfies readonly (readonly [TextKey, string])[];

test.each(namedSentences)("%s begins with the insurer’s sentence", (key, text) => {
  expect(String(sentence(key, "en")).slice(0, text.length)).toBe(text);
});
