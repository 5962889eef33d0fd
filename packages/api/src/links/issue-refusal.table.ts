import type { AccountError } from "@vestibule/catalogue/account-error.table.ts";

/** Reason why no link is issued, for the system or agent that ordered it. */
export interface IssueRefusalRow {
  /** Absent: `linkRefused`, because the facts contradict the order. */
  error?: AccountError;
  field: string;
  key: string;
  reason: string;
}

export const issueRefusals = {
  brandUnknown: { error: "invalidRequest", field: "brand", key: "format", reason: "unknown brand" },
  companyUnknown: { error: "invalidRequest", field: "company", key: "format", reason: "unknown company" },
  emailMalformed: { error: "invalidRequest", field: "email", key: "email", reason: "not an e-mail address" },
  personUnknown: {
    error: "notFound",
    field: "policyNumber",
    key: "unknown",
    reason: "the policy has no person with this role",
  },
  severalPersons: {
    field: "role",
    key: "ambiguous",
    reason: "several people on the policy have this role; add the e-mail on file of one of them",
  },
  severalAccounts: { field: "action", key: "ambiguous", reason: "several policyholders have an account" },
  accountMissing: {
    field: "action",
    key: "accountMissing",
    reason: "the action requires an account, and the person has none",
  },
  accountExists: { field: "action", key: "accountExists", reason: "the person already has an account" },
  mobileMissing: {
    field: "action",
    key: "mobileMissing",
    reason: "a driver joins a policyholder's account by their own mobile number, and none is on file",
  },
  emailMissing: { field: "email", key: "required", reason: "no e-mail is on file" },
  emailTaken: { field: "email", key: "alreadyExists", reason: "another account uses this e-mail" },
  originMissing: { field: "brand", key: "originMissing", reason: "brand.json of the brand has no origin for links" },
} as const satisfies Record<string, IssueRefusalRow>;
export type IssueRefusal = keyof typeof issueRefusals;
