/** Columns of the import files of policies and of accounts, in order. An empty cell means "not on file". */
export const bookColumns = [
  "company",
  "policyNumber",
  "line",
  "year",
  "province",
  "role",
  "firstName",
  "lastName",
  "dateOfBirth",
  "postalCode",
  "email",
  "cellPhone",
  "licenceProvince",
  "licenceNumber",
  "ubi",
  "pin",
  "language",
  "registry",
] as const;
/** Columns that a file of policies may leave out. */
export const optionalBookColumns = ["personId"] as const;
export type BookColumn = (typeof bookColumns)[number] | (typeof optionalBookColumns)[number];

export const accountColumns = [
  "email",
  "password",
  "status",
  "policyNumber",
  "company",
  "firstName",
  "lastName",
  "dateOfBirth",
] as const;
export type AccountColumn = (typeof accountColumns)[number] | "passwordHash";

export const policyLines = ["auto", "home"] as const;
export const registries = ["smart", "legacy"] as const;
