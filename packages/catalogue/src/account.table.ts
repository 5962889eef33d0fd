/** Roles of a person on a policy, by the code of the insurer's book. */
export const roles = { policyHolder: 40, insuredDriver: 80 } as const;
export type RoleCode = (typeof roles)[keyof typeof roles];
export const accountTypes = ["policyHolder", "insuredDriver"] as const;
export type AccountType = (typeof accountTypes)[number];
/** What a proof shows of a person: one role, or both. */
export const provenAccountTypes = [...accountTypes, "policyHolderAndInsuredDriver"] as const;
export type ProvenAccountType = (typeof provenAccountTypes)[number];

/** A active, T temporary password, L locked until reset. */
export const accountStatuses = ["A", "T", "L"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** How a code reaches a person in smart registration. */
export const optionTypes = ["SMS", "EMAIL", "PIN"] as const;
export type OptionType = (typeof optionTypes)[number];
