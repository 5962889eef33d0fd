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
  personKey: string;
  postalCode: string | null;
  email: string | null;
  emailAsTyped: string | null;
  cellPhone: string | null;
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
  findByPerson(query: { companies: readonly string[]; personKey: string }): Promise<PolicyPerson[]>;
  findById(id: string): Promise<PolicyPerson | undefined>;
}
