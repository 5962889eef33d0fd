/** What somebody in the book lets a visitor try. The sentences are `demo:branch.<id>.title` and `.hint`. */
export interface BranchRow {
  /** Where trying begins. */
  start: "registration" | "login";
}

const registration = { start: "registration" } as const;
const login = { start: "login" } as const;

export const branches = {
  severalChannels: registration,
  oneChannel: registration,
  severalPolicies: registration,
  policiesAlike: registration,
  notByEmail: registration,
  confirmAddress: registration,
  addressTaken: registration,
  sharedAddress: registration,
  licenceOnFile: registration,
  driverByEmail: registration,
  driverByPolicy: registration,
  bothRoles: registration,
  pinAlone: registration,
  nothingOnFile: registration,
  mobileElsewhere: registration,
  legacyFile: registration,
  ubi: registration,
  accountExists: login,
  secondRole: registration,
  temporaryPassword: login,
  lockedAccount: login,
} as const satisfies Record<string, BranchRow>;

export type BranchId = keyof typeof branches;
export const branchIds = Object.keys(branches) as BranchId[];
