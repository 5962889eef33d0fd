/** Messages that fields and responses share, under the names that the insurer’s teams use. */
export default {
  errorEmailRequired: "Enter your email address.",
  errorEmailFormat: "Enter your email address in the following format: name@example.ca.",
  errorPasswordConfirmationRequired: "Enter your password again.",
  errorPasswordDontMatch: "Both passwords entered must match.",
  errorPhoneFormat: "Enter the ten digits of your phone number in this format: 999-999-9999.",
  errorCheckboxRequired: "You must agree to the Terms of Use to sign up.",
  wrongPhone: "This mobile number does not match the one we have on file. Try the number you had before.",
  wrongPostalCode:
    "This postal code does not match the one we have on file. Moved recently? Try your former postal code.",
  securityQuestions: "Your date of birth or postal code does not match the one we have on file. Check both.",
  passwordContentError: "You cannot use part of your email in your password.",
  invalidCharacter:
    "Your new password contains one or more unaccepted characters. Use letters without accents, digits, spaces and symbols.",
  errorClientUpdate: "We couldn’t save your information. Try again in a few minutes, or call us.",
} as const;
