import error from "./error.ts";
import forms from "./forms.ts";

/**
 * Label, help and faults of every field: `<field>.label`, `<field>.help`, `<field>.<fault>`. A sentence with a
 * placeholder has a `.plain` variant, for a fault without the value.
 */
export default {
  "email.label": "Email address",
  "email.required": error.errorEmailRequired,
  "email.email": error.errorEmailFormat,
  // An API of an earlier version answers with this key.
  "email.format": error.errorEmailFormat,
  "email.maxlength": "Enter an email address of {limit} characters or fewer.",
  "email.maxlength.plain": "Enter an email address of 79 characters or fewer.",
  "email.alreadyExists": forms["emailConfirmation.validation.alreadyExists"],

  "emailConfirmation.label": "Confirm your email address",
  "emailConfirmation.required": "Enter your email address again.",
  "emailConfirmation.match": forms["emailConfirmation.validation.match"],
  "emailConfirmation.alreadyExists": forms["emailConfirmation.validation.alreadyExists"],

  "loginPassword.label": "Password",
  "loginPassword.required": "Enter your password.",
  "loginPassword.wrong": "This password doesn’t match this account. Try again.",

  "password.label": "New password",
  "password.label.first": "Password",
  "password.required": "Choose a password.",
  "password.minlength": "Use {limit} characters or more in your password.",
  "password.minlength.plain": "Use more characters in your password.",
  "password.maxlength": "Use {limit} characters or fewer in your password.",
  "password.maxlength.plain": "Use fewer characters in your password.",
  "password.lowercase": "Add a lower-case letter to your password.",
  "password.uppercase": "Add an upper-case letter to your password.",
  "password.digit": "Add a digit to your password.",
  "password.special": "Add a symbol to your password, such as ! or ?",
  "password.invalidCharacter":
    "Your new password contains one or more unaccepted characters. Replace “{character}”. Use letters without accents, digits, spaces and symbols.",
  "password.invalidCharacter.hidden":
    "Your new password contains one or more unaccepted characters, which can’t be seen. Type it again, without pasting it.",
  "password.invalidCharacter.plain": error.invalidCharacter,
  "password.containsEmail": "You cannot use part of your email in your password. Take out “{piece}”.",
  "password.containsEmail.plain": error.passwordContentError,
  "password.reused": "You used this password before. Choose a new one.",
  "password.common": "Many people use this password, so it is easy to guess. Choose another one.",

  "passwordConfirmation.label": "Confirm your new password",
  "passwordConfirmation.label.first": "Confirm your password",
  "passwordConfirmation.required": error.errorPasswordConfirmationRequired,
  "passwordConfirmation.match": forms["confirmation.match"],

  "policyNumber.label": "Policy number",
  "policyNumber.required": "Enter your policy number.",
  "policyNumber.format": "Enter your {length} character policy number. Use only letters and digits.",
  "policyNumber.format.plain": "Enter your policy number. Use only letters and digits.",
  "policyNumber.length": "Enter your {length} character policy number.",
  "policyNumber.lengthByProvince": "Enter your policy number: {lengths}.",
  "policyNumber.lengthByProvince.plain":
    "Compare your policy number with your proof of insurance. A character is missing, or there is one too many.",
  "policyNumber.length.plain":
    "Compare your policy number with your proof of insurance. A character is missing, or there is one too many.",

  "firstName.label": "First name",
  "firstName.help": "As written on the policy.",
  "firstName.required": "Enter your first name.",
  "firstName.minlength": "Enter your first name with {limit} letters or more.",
  "firstName.minlength.plain": "Enter your first name with two letters or more.",
  "firstName.maxlength": "Shorten your first name to {limit} characters or fewer.",
  "firstName.maxlength.plain": "Shorten your first name.",
  "firstName.format": "Enter your first name. Use only letters, spaces, hyphens, apostrophes and periods.",

  "lastName.label": "Last name",
  "lastName.help": "As written on the policy: birth or married name.",
  "lastName.required": "Enter your last name.",
  "lastName.minlength": "Enter your last name with {limit} letters or more.",
  "lastName.minlength.plain": "Enter your last name with two letters or more.",
  "lastName.maxlength": "Shorten your last name to {limit} characters or fewer.",
  "lastName.maxlength.plain": "Shorten your last name.",
  "lastName.format": "Enter your last name. Use only letters, spaces, hyphens, apostrophes and periods.",

  "dob.label": "Date of birth",
  "dob.help": "For example, March 31, 1980.",
  "dob.required": "Enter your date of birth.",
  "dob.date": "Enter your date of birth in the following format: YYYY/MM/DD.",
  "dob.day": "Enter the day you were born, from 1 to 31.",
  "dob.month": "Choose the month you were born.",
  "dob.year": "Enter the year you were born, in four digits.",
  "dob.dayMonth": "Enter the day you were born, from 1 to 31, and choose the month.",
  "dob.dayYear": "Enter the day you were born, from 1 to 31, and the year, in four digits.",
  "dob.monthYear": "Choose the month you were born, and enter the year, in four digits.",
  "dob.dayMonthYear": "Enter a day from 1 to 31, the month, and the year in four digits.",
  "dob.noSuchDay": "Check the day: that month has fewer.",
  "dob.age": "Check the year of your date of birth. Online access is for people aged {youngest} to {oldest}.",
  "dob.age.plain": "Check the year of your date of birth.",
  "dob.wrong": error.securityQuestions,

  "postalCode.label": "Postal code",
  "postalCode.required": "Enter your postal code.",
  "postalCode.format": "Enter your postal code in the format A9A 9A9.",
  "postalCode.wrong": error.wrongPostalCode,

  "postalCode.doubtful": "Check your postal code too. Moved recently? Try your former one.",

  "driverLicense.label": "Driver’s licence number",
  "driverLicense.required": "Enter a driver licence number to continue.",
  "driverLicense.mask":
    "Compare the number with your driver’s licence. A character may be missing, extra or out of place.",
  "driverLicense.maxlength": "Shorten the licence number to {limit} characters or fewer.",
  "driverLicense.maxlength.plain": "Shorten the licence number.",

  "driverLicenseProvince.label": "Province of your driver’s licence",
  "driverLicenseProvince.required": "Please select a province.",

  "phone.label": "Mobile phone number",
  "phone.required": "Enter your mobile phone number.",
  "phone.phone": error.errorPhoneFormat,
  "phone.wrong": error.wrongPhone,

  "securityCode.label": "Security code",
  "securityCode.required": "Enter the 6-digit security code to continue.",
  "securityCode.incomplete": "Enter the 6-digit security code to continue.",
  "securityCode.wrong": forms["code.validation.wrong"],
  "securityCode.wrongApp":
    "This code doesn’t match. The app shows a new one every 30 seconds: enter the one it shows now.",
  "securityCode.clockAhead":
    "The clock of that phone is fast. In its settings, choose automatic date and time, then enter the next code.",
  "securityCode.clockBehind":
    "The clock of that phone is slow. In its settings, choose automatic date and time, then enter the next code.",

  "securityPin.label": "PIN",
  "securityPin.required": "Enter an 8 character PIN to continue.",
  "securityPin.incomplete": "Enter an 8 character PIN to continue.",
  "securityPin.wrong": "The PIN is not valid. Compare it with your letter.",

  "codeOption.label": "How would you like to receive your code?",
  "codeOption.required": "Choose how to receive your code.",

  "profileOption.label": "Which policy is yours?",
  "profileOption.required": "Choose your policy.",

  "accountType.label": "What is your role on the policy?",
  "accountType.required": "Choose your role on the policy.",

  "closing.label": "Yes, close my account and delete what it holds.",
  "closing.required": "Check this box to close your account.",
  "terms.label": "I agree to the Terms of Use.",
  "terms.required": error.errorCheckboxRequired,

  "rememberMe.label": "Remember my email address",

  "province.label": "Province",
  "province.required": "Please select a province.",
  "passkeyName.label": "Name of the passkey",
  "passkeyName.required": "Enter a name for the passkey.",
  "passkeyName.maxlength": "Shorten the name to {limit} characters or fewer.",
  "passkeyName.maxlength.plain": "Shorten the name.",
  "authenticatorName.label": "Name of the app",
  "authenticatorName.required": "Enter a name for the app.",
  "authenticatorName.maxlength": "Shorten the name to {limit} characters or fewer.",
  "authenticatorName.maxlength.plain": "Shorten the name.",
  "recoveryCode.label": "Recovery code",
  "recoveryCode.required": "Enter one of your recovery codes.",
  "recoveryCode.incomplete": "Enter all 12 letters and digits of the code.",
  "recoveryCode.wrong": "This code doesn’t match, or you have used it. Try another one.",
} as const;
