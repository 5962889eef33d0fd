import { roles } from "@vestibule/catalogue/account.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { identityFacts, issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import { pageOfAction } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { z } from "zod";
import { newPassword, twoFactorValidation, typedFacts } from "./recovery.schema.ts";

const text = z.string().max(254);

/** An active link. `startDate`: ISO time of issue; `endDate`: ISO time of expiry. */
export const liveLink = z.strictObject({
  action: z.enum(issuedLinkActions),
  id: z.string(),
  /** Masked, because a link does not verify the person. */
  email: z.string().optional(),
  twoFactorValidations: z.array(twoFactorValidation),
  ubiMatchPH: z.boolean(),
  startDate: z.string(),
  endDate: z.string().optional(),
  identityFact: z.enum(identityFacts),
});
export type LiveLink = z.infer<typeof liveLink>;
export const linkResponse = z.discriminatedUnion("action", [
  liveLink,
  /** A used, deleted, revoked or expired link; the response has no personal data. */
  z.strictObject({ action: z.literal("TOKEN_EXPIRED") }),
]);
export type LinkResponse = z.infer<typeof linkResponse>;

/** Response to an answer of the person in a registration: whether it was accepted, and the next question. */
export const registrationValidation = z.strictObject({
  error: z.boolean(),
  id: z.string(),
  twoFactorValidations: z.array(twoFactorValidation),
  /** The next question; with `error`, the question that remains. Absent after 200, where a password may be chosen. */
  action: z.enum(idsOf(pageOfAction)).optional(),
  identityFact: z.enum(identityFacts).optional(),
  /** Present after a correct code: the full e-mail on file of the new or existing account, and the name. */
  email: z.string().optional(),
  firstName: z.string().optional(),
  /** ISO times of the newest message and of the earliest resend; how many resends remain. */
  sentAt: z.string().optional(),
  resendAvailableAt: z.string().optional(),
  resendsLeft: z.number().int().optional(),
  triesLeft: z
    .number()
    .int()
    .optional()
    .describe(
      "With `error`: attempts left before the registration ends. After a wrong code or PIN, present only before the last attempt, because the limit is random",
    ),
  reason: z.enum(["wrongCode", "emailTaken"]).optional().describe("With `error`: why the value is refused"),
  canAskPolicyholder: z
    .literal(true)
    .optional()
    .describe("With ASKPASSWORD: the person is a driver, who may ask the policyholder in place of the password"),
  policyProvince: z.string().optional().describe("After a correct code: province of the policy"),
});
export type RegistrationValidation = z.infer<typeof registrationValidation>;

/** The fact that the link's `identityFact` names. */
export const linkRemovalBody = z.strictObject(typedFacts);
export type TypedFacts = z.infer<typeof linkRemovalBody>;

export const accountCreateBody = z.strictObject({
  password: newPassword,
  ...typedFacts,
  /** Present where the person accepted the terms; stored with their version and language. */
  terms: z.literal(true).optional(),
});
export type AccountCreateBody = z.infer<typeof accountCreateBody>;

/** Order to issue a link. `brand`: by default the brand with this company. `email`: by default the e-mail on file. */
export const linkOrderBody = z.strictObject({
  policyNumber: text,
  company: z.string().max(60),
  role: z.enum(roles),
  brand: z.string().max(60).optional(),
  email: text.optional(),
  action: z.enum(issuedLinkActions),
  src: z.enum(linkSources),
  expiresInHours: z
    .number()
    .int()
    .min(1)
    .max(24 * 30)
    .optional(),
});
export type LinkOrderBody = z.infer<typeof linkOrderBody>;

/** `ended`: refused or expired, and no link is sent. `dueAt`: when the link of an open request is sent. */
export const stopLinkResponse = z.strictObject({
  /** `sent`: the link was sent, or the waiver was given and has ended. `inForce`: a waiver that can still be stopped. */
  state: z.enum(["open", "inForce", "stopped", "sent", "ended"]),
  /** A link to an e-mail that is not on file, or a waiver of the second proof. */
  what: z.enum(["link", "waiver"]),
  dueAt: z.iso.datetime().optional(),
});
export type StopLinkResponse = z.infer<typeof stopLinkResponse>;
