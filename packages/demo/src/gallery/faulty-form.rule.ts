import type { FaultName } from "@vestibule/catalogue/screen-state.table.ts";
import type { FilledForm } from "./filled-form.rule.ts";
import { nobody } from "./nobody.table.ts";

/** A valid form of a page changed to have exactly these faults. */
export function faultyForm(filled: FilledForm, faults: readonly FaultName[]): Record<string, string> {
  return Object.assign({}, filled, ...faults.map(partOf));
}

function partOf(fault: FaultName): FilledForm {
  const [field = "", key] = fault.split(".");
  if (key === "required") return emptied[field] ?? { [field]: "" };
  const part = mistakes[fault];
  if (part === undefined) throw new Error(`nothing is typed that is told as ${fault}`);
  return part;
}

/** Fields that consist of several inputs. */
const emptied: Readonly<Record<string, FilledForm>> = { dob: { dobDay: "", dobMonth: "", dobYear: "" } };

const chosen = (password: string): FilledForm => ({ password, passwordConfirmation: password });

/** An invalid value for each fault. */
const mistakes: Readonly<Record<FaultName, FilledForm>> = {
  "email.format": { email: "maelle.courrier.example" },
  "email.maxlength": { email: `maelle.${"st-onge.".repeat(8)}tremblay@courrier.example` },
  "emailConfirmation.match": { emailConfirmation: "maele@courrier.example" },
  "password.minlength": chosen("Vent-42"),
  "password.maxlength": chosen(`${nobody.password}-`.repeat(5)),
  "password.lowercase": chosen("GRAND-VENT-42"),
  "password.uppercase": chosen("grand-vent-42"),
  "password.digit": chosen("Grand-Vent-Doux"),
  "password.special": chosen("GrandVent42Doux"),
  "password.invalidCharacter": chosen("Grand-Été-42€"),
  "password.containsEmail": chosen("Maelle-Vent-42"),
  "passwordConfirmation.match": { passwordConfirmation: "Grand-Vent-24" },
  "policyNumber.format": { policyNumber: "K3M.482" },
  "policyNumber.length": { policyNumber: "K3M-48" },
  "firstName.minlength": { firstName: "M" },
  "firstName.maxlength": { firstName: `${nobody.firstName} `.repeat(43) },
  "firstName.format": { firstName: "Maëlle 2" },
  "lastName.minlength": { lastName: "S" },
  "lastName.maxlength": { lastName: `${nobody.lastName} `.repeat(33) },
  "lastName.format": { lastName: "St/Onge" },
  "dob.date": { dobDay: "31", dobMonth: "2" },
  "dob.age": { dobDay: "28", dobYear: "2020" },
  "postalCode.format": { postalCode: "H2X 1Y" },
  "driverLicense.mask": { driverLicense: "S531/2902" },
  "driverLicense.maxlength": { driverLicense: `${nobody.licence}-`.repeat(3) },
  "phone.phone": { phone: "514 555-01" },
  "securityCode.incomplete": { securityCode: "4829" },
  "securityPin.incomplete": { securityPin: "K7M2" },
};
