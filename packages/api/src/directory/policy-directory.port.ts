import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { Language, LicenceProvince, ProvinceId } from "@vestibule/catalogue/province.table.ts";

export interface PolicyPerson {
  /** The same in every response of a directory. */
  id: string;
  company: string;
  policyNumber: string;
  line: string;
  year: number;
  province: ProvinceId;
  role: RoleCode;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  /** Folded names and date of birth, which namesakes share. */
  personKey: string;
  /** The insurer's own id of the person, unique within the company; null in a book without them. */
  personId: string | null;
  postalCode: string | null;
  email: string | null;
  emailAsTyped: string | null;
  cellPhone: string | null;
  /** When the e-mail and the mobile number came on file; null where no source says, which counts as long ago. */
  emailSince: Date | null;
  cellPhoneSince: Date | null;
  /** The normalised contacts that these replaced, where known. */
  emailBefore: string | null;
  cellPhoneBefore: string | null;
  licenceProvince: LicenceProvince | null;
  licenceNumber: string | null;
  ubi: boolean;
  /** Hash of the PIN that was sent on paper, under this product's key; null in a directory without them. */
  pinHash: string | null;
  pinSpent: boolean;
  language: Language | null;
  registry: "smart" | "legacy";
}

/** The insurer's policy directory, read only: built in, or an adapter to another system. At most 3 s per query. */
export interface PolicyDirectory {
  /** Rows of the smart registry with this normalised e-mail and role. */
  findByEmail(query: { companies: readonly string[]; email: string; role: RoleCode }): Promise<PolicyPerson[]>;
  /** All rows of a normalised policy number in both registries. */
  findByPolicyNumber(query: { companies: readonly string[]; policyNumber: string }): Promise<PolicyPerson[]>;
  /** All rows of these names and date of birth, which may be of several people. */
  findByPerson(query: { companies: readonly string[]; personKey: string }): Promise<PolicyPerson[]>;
  findByPersonId(query: { company: string; personId: string }): Promise<PolicyPerson[]>;
  findById(id: string): Promise<PolicyPerson | undefined>;
}
