import type { pageOfAction } from "@vestibule/catalogue/legacy-flow.table.ts";
import { z } from "zod";
import { twoFactorValidation } from "./recovery.schema.ts";

/** Registration by policy number, base /api/v1. What follows the find shares its calls with links: see linkEndpoints. */
export const policyFindEndpoint = { method: "POST", path: "/api/v1/accounts/find" } as const;

const text = z
  .string()
  .max(254)
  // A NUL or half a character can be stored nowhere and typed by nobody.
  .refine((value) => !value.includes("\u0000") && value.isWellFormed());

export const policyFindBody = z.strictObject({
  policyNumber: text,
  firstName: text,
  lastName: text,
  dateOfBirth: text,
  postalCode: text,
  driverLicence: text.optional(),
  driverLicenceProvince: text.max(5).optional(),
  /** The driving programme's own entrance: the licence is required there. What is asked later is the file's to say. */
  flow: z.literal("ubi").optional(),
  /** The person looks for the account that they have, which their messages then say. */
  purpose: z.literal("findAccount").optional(),
});
export type PolicyFindBody = z.infer<typeof policyFindBody>;

/** 240: found. 200: found, and the person has an account; a right code will show which address it uses. */
export const policyFindAnswer = z.strictObject({
  id: z.string(),
  /** In the order to show them; empty where nothing on file can be used. */
  twoFactorValidations: z.array(twoFactorValidation),
  /** A driver whose policyholder has an account: the profile can be added to it. */
  ubiMatchPH: z.boolean(),
  /** Whether the registration is one of the driving programme. */
  ubi: z.boolean(),
});
export type PolicyFindAnswer = z.infer<typeof policyFindAnswer>;

/** More time for a registration under way: the idle time begins anew, the end in any case stays. No step is taken. */
export const registrationExtendEndpoint = {
  method: "POST",
  path: "/api/v1/registrations/{registrationId}/extend",
} as const;

/** ISO times at which it is over unless a call is made, and in any case. */
export const registrationExtendAnswer = z.strictObject({ idleEndsAt: z.string(), endsAt: z.string() });
export type RegistrationExtendAnswer = z.infer<typeof registrationExtendAnswer>;

/** What a registration asks, as `method` of a validation and as `action`; WELCOME_BACK: there is an account already. */
export type RegistrationAction = keyof typeof pageOfAction;
