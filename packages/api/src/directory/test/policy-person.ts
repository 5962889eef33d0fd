import { personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import type { PolicyPerson } from "../policy-directory.port.ts";

/** A policyholder of the imported book with every contact and a licence on file, and no PIN. */
export function policyPersonOf(values: Partial<PolicyPerson> = {}): PolicyPerson {
  const person = {
    id: "1",
    company: "belair",
    policyNumber: "K3M4821",
    line: "auto",
    year: 2026,
    province: "qc",
    role: 40,
    firstName: "Maëlle",
    lastName: "St-Onge",
    dateOfBirth: "1988-02-29",
    personId: null,
    postalCode: "H2X1Y4",
    email: "maelle@courrier.example",
    emailAsTyped: "Maelle@courrier.example",
    cellPhone: "5145550142",
    emailSince: null,
    emailBefore: null,
    cellPhoneSince: null,
    cellPhoneBefore: null,
    licenceProvince: "qc",
    licenceNumber: "S531229028807",
    ubi: false,
    pinHash: null,
    pinSpent: false,
    language: "fr",
    registry: "smart",
    ...values,
  } as const;
  return { personKey: personKey(person), ...person };
}
