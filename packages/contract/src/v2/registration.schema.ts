import { accountTypes, optionTypes, provenAccountTypes, roles } from "@vestibule/catalogue/account.table.ts";
import { flow, pages } from "@vestibule/catalogue/flow.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { identificationCauses, verificationReasons } from "@vestibule/catalogue/roadblock.table.ts";
import { z } from "zod";
import { dateText, fieldText, policyFacts } from "../fields/text.schema.ts";

/** Bodies and responses of API v2, base /api/v2/registration. Field rules run after these schemas. */
const licenceProvince = fieldText.max(5);

export const accountTypeBody = z.strictObject({ accountType: z.enum(accountTypes) });

/** `purpose`: set where the person recovers an existing account, which the messages then mention. */
export const policyNumberMethodBody = z.strictObject({
  method: z.literal("policyNumber"),
  purpose: z.literal("findAccount").optional(),
});
export const emailIdentifyBody = z.strictObject({ email: fieldText });
export const policyIdentifyBody = z.strictObject({
  ...policyFacts,
  driverLicense: fieldText
    .optional()
    .describe(
      "Empty where the person left the field empty: a driver with a licence on file is then refused as `required`",
    ),
  driverLicenseProvince: licenceProvince.optional(),
});
export const profileIdentifyBody = z.strictObject({ profileId: fieldText });
export const driverIdentifyBody = z.strictObject({
  /** Both are required where the page data has `asksLicence`. */
  driverLicense: fieldText.optional(),
  driverLicenseProvince: licenceProvince.optional(),
  dateOfBirth: dateText,
  postalCode: fieldText,
});
/** Continues after ACCOUNT_ALREADY_EXISTS: a correct code will show the account's e-mail. */
export const findEmailBody = z.strictObject({ method: z.literal("accountEmail") });
export const identifyBody = z.union([
  policyNumberMethodBody,
  findEmailBody,
  emailIdentifyBody,
  policyIdentifyBody,
  profileIdentifyBody,
  driverIdentifyBody,
]);
export type IdentifyBody = z.infer<typeof identifyBody>;

export const verifyBody = z.strictObject({ securityCode: fieldText.max(64) });
export const usernameBody = z.strictObject({ email: fieldText });
export const createBody = z.strictObject({
  password: z.string().normalize("NFC").max(64),
  passwordConfirmation: z.string().normalize("NFC").max(64),
  terms: z.literal(true),
});

/** Responses. A client of this version ignores fields that a newer server adds. */
export const emptyRegistrationResponse = z.object({});

const step = z.enum(Object.values(flow).map((row) => row.step));

export const pageResponse = z.object({
  page: z.enum(pages),
  step,
  stage: z.string().nullable(),
  /** Path of the previous page, or null where there is none. */
  back: z.string().nullable(),
  accountType: z.enum(accountTypes).optional(),
  /** Roles in the file after verification; `accountType` is what the person chose. */
  provenAccountType: z.enum(provenAccountTypes).optional(),
  maskedEmail: z.string().optional(),
  mode: z.enum(["ask", "confirm"]).optional(),
  /** Full e-mail on file; present only after a correct code. */
  email: z.string().optional(),
  profiles: z
    .array(z.object({ id: z.string(), line: z.string(), year: z.number(), maskedPolicyNumber: z.string() }))
    .optional(),
  /** The e-mail is not on file, or its policies cannot be distinguished in a list. */
  emailNotEnough: z.enum(["none", "alike"]).optional(),
  option: z.object({ type: z.enum(optionTypes), maskedValue: z.string() }).optional(),
  /** ISO times of the newest code and of the earliest resend. */
  sentAt: z.string().optional(),
  resendAvailableAt: z.string().optional(),
  resendsLeft: z.number().int().optional(),
  /** Whether another channel or a PIN remains, so that "use another way" has a target. */
  otherOptions: z.boolean().optional(),
  /** Whether `{method: "policyNumber"}` leads to a different page than the one that identified the person. */
  offersPolicyNumber: z.boolean().optional(),
  triesLeft: z.number().int().optional(),
  username: z.string().optional(),
  firstName: z.string().optional(),
  /** Province of the policy, after verification. */
  policyProvince: z.string().optional(),
  /** Whether an additional driver must enter a licence, because one is on file. */
  asksLicence: z.boolean().optional(),
  /** Whether `{method: "accountEmail"}` may be sent: all facts matched a person who has an account. */
  canFindEmail: z.boolean().optional(),
  /** ISO time of the session's absolute expiry. */
  endsAt: z.string(),
});
export type PageResponse = z.infer<typeof pageResponse>;

export const accountInfoResponse = z.object({
  firstName: z.string(),
  username: z.string(),
  role: z.array(z.enum(roles)),
});
export type AccountInfoResponse = z.infer<typeof accountInfoResponse>;

export const registrationErrorBody = z.object({
  error: z.enum(idsOf(registrationErrors)),
  message: z.string(),
  /** Field name to the key of its error. */
  fields: z.record(z.string(), z.string()).optional(),
  /** ISO time at which a lockout ends. */
  until: z.string().optional(),
  triesLeft: z
    .number()
    .int()
    .optional()
    .describe(
      "Attempts left before the session ends. After a wrong code, present only before the last attempt, because the limit is random",
    ),
  reason: z
    .enum(["role", ...identificationCauses, ...verificationReasons])
    .optional()
    .describe(
      "Why verification failed or the session has ended. `role`, of UNABLE_TO_IDENTIFY: every fact matched except the role, so the other role may succeed; `usernameTaken` and `alreadyRegistered`: no fact was wrong, but each e-mail was another account’s, or the person has an account. `codeJustSent`, of TOO_MANY_REQUESTS: the newest code is less than 30 seconds old; where it was sent by the chosen method, the token leads back to VERIFY_CODE",
    ),
});
export type RegistrationErrorResponse = z.infer<typeof registrationErrorBody>;

/** Claims of the session token, for the client to read; only the server's state is authoritative. */
export const registrationTokenClaims = z.object({
  sid: z.uuid(),
  step,
  page: z.enum(pages),
  accountType: z.enum(accountTypes).optional(),
  jti: z.string().max(64),
  iat: z.number(),
  exp: z.number(),
});
export type RegistrationTokenClaims = z.infer<typeof registrationTokenClaims>;

export const registrationBase = "/api/v2/registration";
export const sessionHeader = "x-registration-session";
