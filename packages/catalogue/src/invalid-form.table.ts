import type { FaultName, ScreenStateId } from "./screen-state.table.ts";

export interface InvalidForm {
  /** The screen with the form. */
  on: ScreenStateId;
  /** Faults shown at its fields, in field order. */
  faults: readonly [FaultName, ...FaultName[]];
}

/** Faults that several forms share: policy facts, a new password with its repetition, an e-mail with its repetition. */
const policyFacts = [
  "policyNumber.required",
  "firstName.required",
  "lastName.required",
  "dob.required",
  "postalCode.required",
] as const;
const newPassword = ["password.required", "passwordConfirmation.required"] as const;
const newAddress = ["email.required", "emailConfirmation.required"] as const;

/** Forms sent empty or with invalid values. Each kind of fault occurs once. */
export const invalidForms = {
  "login-incomplete": { on: "login", faults: ["email.required", "loginPassword.required"] },
  "login-mistyped": { on: "login", faults: ["email.format"] },
  "forgot-incomplete": { on: "forgot", faults: ["email.required"] },
  "verify-incomplete": { on: "verify", faults: ["securityCode.required"] },
  "verify-mistyped": { on: "verify", faults: ["securityCode.incomplete"] },
  "reset-incomplete": {
    on: "reset",
    faults: ["postalCode.required", ...newPassword],
  },
  "reset-mistyped": {
    on: "reset",
    faults: ["postalCode.format", "password.minlength", "passwordConfirmation.match"],
  },
  "reset-mobile-incomplete": {
    on: "reset-mobile",
    faults: ["phone.required", ...newPassword],
  },
  "reset-mobile-mistyped": { on: "reset-mobile", faults: ["phone.phone"] },
  "reset-temporary-incomplete": {
    on: "reset-temporary",
    faults: newPassword,
  },
  "reset-link-incomplete": {
    on: "reset-link",
    faults: ["postalCode.required", ...newPassword],
  },
  "account-type-incomplete": { on: "account-type", faults: ["accountType.required"] },
  "email-incomplete": { on: "email-identification", faults: ["email.required"] },
  "email-mistyped": { on: "email-identification", faults: ["email.format"] },
  "email-too-long": { on: "email-identification", faults: ["email.maxlength"] },
  "policy-incomplete": {
    on: "policy-identification",
    faults: policyFacts,
  },
  "policy-mistyped": {
    on: "policy-identification",
    faults: ["policyNumber.length", "firstName.minlength", "lastName.format", "dob.date", "postalCode.format"],
  },
  "policy-too-long": {
    on: "policy-identification",
    faults: ["policyNumber.format", "firstName.maxlength", "lastName.maxlength", "dob.age"],
  },
  "profiles-incomplete": { on: "multiple-profiles", faults: ["profileOption.required"] },
  "additional-driver-incomplete": {
    on: "additional-driver-profile",
    faults: ["driverLicenseProvince.required", "driverLicense.required", "dob.required", "postalCode.required"],
  },
  "additional-driver-mistyped": { on: "additional-driver-profile", faults: ["driverLicense.mask", "dob.date"] },
  "additional-driver-too-long": { on: "additional-driver-profile", faults: ["driverLicense.maxlength", "dob.age"] },
  "verify-options-incomplete": { on: "verify-options", faults: ["codeOption.required"] },
  "verify-code-incomplete": { on: "verify-code", faults: ["securityCode.required"] },
  "verify-code-mistyped": { on: "verify-code", faults: ["securityCode.incomplete"] },
  "verify-pin-incomplete": { on: "verify-pin", faults: ["securityPin.required"] },
  "verify-pin-mistyped": { on: "verify-pin", faults: ["securityPin.incomplete"] },
  "confirm-username-incomplete": { on: "confirm-username", faults: ["email.required"] },
  "ask-username-incomplete": { on: "ask-username", faults: ["email.required"] },
  "create-incomplete": {
    on: "create",
    faults: [...newPassword, "terms.required"],
  },
  "create-password-short": { on: "create", faults: ["password.minlength"] },
  "create-password-long": { on: "create", faults: ["password.maxlength"] },
  "create-password-lower-case": { on: "create", faults: ["password.lowercase"] },
  "create-password-upper-case": { on: "create", faults: ["password.uppercase"] },
  "create-password-digit": { on: "create", faults: ["password.digit"] },
  "create-password-symbol": { on: "create", faults: ["password.special"] },
  "create-password-character": { on: "create", faults: ["password.invalidCharacter"] },
  "create-password-email": { on: "create", faults: ["password.containsEmail"] },
  "create-password-differs": { on: "create", faults: ["passwordConfirmation.match"] },
  "legacy-incomplete": {
    on: "legacy-identification",
    faults: policyFacts,
  },
  "legacy-mistyped": {
    on: "legacy-identification",
    faults: ["policyNumber.length", "firstName.format", "lastName.minlength", "dob.date", "postalCode.format"],
  },
  "legacy-programme-incomplete": {
    on: "legacy-identification-programme",
    faults: [...policyFacts, "driverLicenseProvince.required", "driverLicense.required"],
  },
  "legacy-ways-incomplete": { on: "legacy-ways", faults: ["codeOption.required"] },
  "legacy-code-text-incomplete": { on: "legacy-code-text", faults: ["securityCode.required"] },
  "legacy-code-email-incomplete": { on: "legacy-code-email", faults: ["securityCode.required"] },
  "legacy-pin-incomplete": { on: "legacy-pin", faults: ["securityPin.required"] },
  "legacy-pin-mistyped": { on: "legacy-pin", faults: ["securityPin.incomplete"] },
  "legacy-email-incomplete": { on: "legacy-email", faults: newAddress },
  "legacy-email-differs": { on: "legacy-email", faults: ["emailConfirmation.match"] },
  "legacy-new-email-incomplete": {
    on: "legacy-new-email",
    faults: newAddress,
  },
  "legacy-password-incomplete": {
    on: "legacy-password",
    faults: ["dob.required", "postalCode.required", ...newPassword, "terms.required"],
  },
  "legacy-password-driver-incomplete": {
    on: "legacy-password-driver",
    faults: ["phone.required", ...newPassword, "terms.required"],
  },
  "legacy-profile-incomplete": { on: "legacy-profile", faults: ["loginPassword.required"] },
  "legacy-profile-driver-incomplete": {
    on: "legacy-profile-driver",
    faults: ["loginPassword.required", "phone.required"],
  },
  "link-account-incomplete": {
    on: "link-account",
    faults: ["dob.required", "postalCode.required", ...newPassword, "terms.required"],
  },
  "link-account-driver-incomplete": {
    on: "link-account-driver",
    faults: ["phone.required", ...newPassword, "terms.required"],
  },
  "link-new-email-incomplete": { on: "link-new-email", faults: newAddress },
  "link-password-incomplete": {
    on: "link-password",
    faults: ["loginPassword.required", "dob.required", "postalCode.required"],
  },
  "link-password-driver-incomplete": {
    on: "link-password-driver",
    faults: ["loginPassword.required", "phone.required"],
  },
} as const satisfies Record<string, InvalidForm>;
export type InvalidFormId = keyof typeof invalidForms;
