/** Roles of a person on a policy, with the codes of the insurer's book. */
export const roles = { policyHolder: 40, insuredDriver: 80 } as const;
export type RoleCode = (typeof roles)[keyof typeof roles];
export const roleNames = { 40: "policyHolder", 80: "insuredDriver" } as const satisfies Record<
  RoleCode,
  keyof typeof roles
>;
export const accountTypes = ["policyHolder", "insuredDriver"] as const;
export type AccountType = (typeof accountTypes)[number];
/** Verified roles of a person: one, or both. */
export const provenAccountTypes = [...accountTypes, "policyHolderAndInsuredDriver"] as const;
export type ProvenAccountType = (typeof provenAccountTypes)[number];

export const maxPasskeys = 10;
/** In characters; of an authenticator app too. */
export const maxPasskeyNameLength = 40;
export const maxAuthenticators = 5;
/** Codes of one set. */
export const recoveryCodeCount = 10;

/** A active, T temporary password, L locked until reset. */
export const accountStatuses = ["A", "T", "L"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Channels for a code in smart registration. */
export const optionTypes = ["SMS", "EMAIL", "PIN"] as const;
export type OptionType = (typeof optionTypes)[number];
