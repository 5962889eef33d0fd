import type { AccountError } from "@vestibule/catalogue/account-error.table.ts";

/** Reason why no link is issued, for the system or agent that ordered it. */
export interface IssueRefusalRow {
  error: Extract<AccountError, "invalidRequest" | "notFound" | "linkRefused">;
  field: string;
  key: string;
  /** Explanation for an operator. */
  reason: string;
}

export const issueRefusals = {
  brandUnknown: { error: "invalidRequest", field: "brand", key: "format", reason: "no such brand" },
  companyUnknown: { error: "invalidRequest", field: "company", key: "format", reason: "no brand has this company" },
  emailMalformed: { error: "invalidRequest", field: "email", key: "format", reason: "this is not an e-mail address" },
  personUnknown: {
    error: "notFound",
    field: "policyNumber",
    key: "unknown",
    reason: "no person with this role is on this policy",
  },
  severalPersons: {
    error: "linkRefused",
    field: "role",
    key: "ambiguous",
    reason: "several people with this role are on the policy; the e-mail on file of one of them tells them apart",
  },
  severalAccounts: {
    error: "linkRefused",
    field: "action",
    key: "ambiguous",
    reason: "several policyholders have an account",
  },
  accountMissing: {
    error: "linkRefused",
    field: "action",
    key: "accountMissing",
    reason: "this action needs an account, and there is none",
  },
  accountExists: {
    error: "linkRefused",
    field: "action",
    key: "accountExists",
    reason: "this person has an account already",
  },
  mobileMissing: {
    error: "linkRefused",
    field: "action",
    key: "mobileMissing",
    reason: "a driver enters a policyholder's account by the own mobile number alone, and none is on file",
  },
  emailMissing: { error: "linkRefused", field: "email", key: "required", reason: "no e-mail is on file" },
  emailTaken: {
    error: "linkRefused",
    field: "email",
    key: "alreadyExists",
    reason: "another account has this e-mail",
  },
  originMissing: {
    error: "linkRefused",
    field: "brand",
    key: "originMissing",
    reason: "the brand's brand.json names no origin for links",
  },
} as const satisfies Record<string, IssueRefusalRow>;
export type IssueRefusal = keyof typeof issueRefusals;
