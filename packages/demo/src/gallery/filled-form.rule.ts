import type { ScreenState } from "@vestibule/catalogue/screen-state.table.ts";
import { formatPolicyNumber, policyNumberLength } from "@vestibule/contract/fields/policy-number.rule.ts";
import { nobody } from "./nobody.table.ts";
import type { StagePlace } from "./stage.ts";

export type FilledForm = Readonly<Record<string, string>>;

/** Valid fictitious values for a screen's form; undefined where it has none. */
export function filledForm(screen: ScreenState, place: StagePlace): FilledForm | undefined {
  switch (screen.kind) {
    case "login":
      return { email, loginPassword: password };
    case "recovery":
      return { forgot: { email }, verify: code, reset: { email, phone, postalCode, ...newPassword } }[screen.page];
    case "registration":
      return registrationForm(screen, place);
    case "legacy":
      return legacyForm(screen, place);
    case "link":
      return { ASKPASSWORD: entry, ASKUSERNAME: address, DEFPWD_REGISTER: account }[screen.action];
    default:
      return undefined;
  }
}

const { email, password, postalCode, phone } = nobody;
const born = { dobDay: nobody.birth.day, dobMonth: nobody.birth.month, dobYear: nobody.birth.year };
const code = { securityCode: nobody.code };
const pin = { securityPin: nobody.pin };
const address = { email, emailConfirmation: email };
const newPassword = { password, passwordConfirmation: password };
/** A page asks for the phone number or for the other two, and ignores fields that it does not ask for. */
const facts = { ...born, postalCode, phone };
const entry = { loginPassword: password, ...facts };
const account = { ...facts, ...newPassword, terms: "yes" };
const licence = { driverLicenseProvince: "other", driverLicense: nobody.licence };

function registrationForm(
  { page, state, error }: Extract<ScreenState, { kind: "registration" }>,
  place: StagePlace,
): FilledForm | undefined {
  switch (page) {
    case "ACCOUNT_TYPE":
      return { accountType: "policyHolder" };
    case "POLICY_IDENTIFICATION":
      if (state === "accountExists") return undefined;
      return {
        ...policyForm(place),
        ...(error === "DRIVE_LICENSE_NUMBER_NOT_FOUND" && { accountType: "insuredDriver", ...licence }),
      };
    case "MULTIPLE_PROFILES":
      return { profileOption: "x1Y2z1" };
    case "ADDITIONAL_DRIVER_PROFILE":
      return { ...licence, ...born, postalCode };
    case "VERIFY_OPTIONS":
      return { codeOption: "x1Y2z1" };
    case "VERIFY_CODE":
      return state === "pin" ? pin : code;
    case "CREATE":
      return { email, ...newPassword, terms: "yes" };
    case "EMAIL_IDENTIFICATION":
    case "CONFIRM_USERNAME":
    case "ASK_USERNAME":
      return { email };
    default:
      return undefined;
  }
}

function legacyForm(
  { page, state }: Extract<ScreenState, { kind: "legacy" }>,
  place: StagePlace,
): FilledForm | undefined {
  switch (page) {
    case "IDENTIFICATION":
      return { ...policyForm(place), ...(state === "programme" && licence) };
    case "VALIDATION":
      return { codeOption: "1" };
    case "VALIDATION_SMS":
    case "VALIDATION_EMAIL":
      return code;
    case "VALIDATION_PIN":
      return pin;
    case "ACCOUNT_EMAIL":
    case "NEW_EMAIL":
      return address;
    case "PASSWORD":
      return account;
    case "PASSWORD_VALIDATION":
      return entry;
    default:
      return undefined;
  }
}

function policyForm({ brand, province }: StagePlace): FilledForm {
  const { firstName, lastName, policyNumber } = nobody;
  const number = formatPolicyNumber(policyNumber.slice(0, policyNumberLength(brand, province)));
  return { policyNumber: number, firstName, lastName, ...born, postalCode };
}
