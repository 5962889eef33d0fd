import { z } from "zod";
import { fieldText, policyFacts } from "../fields/text.schema.ts";
import { twoFactorValidation } from "./recovery.schema.ts";

/** Registration by policy number. The steps after the lookup share their calls with links. */
export const policyFindBody = z.strictObject({
  ...policyFacts,
  driverLicence: fieldText.optional(),
  driverLicenceProvince: fieldText.max(5).optional(),
  /** Set for the driving programme, where the licence is required. The insurer's file decides the later questions. */
  flow: z.literal("ubi").optional(),
  /** The person is recovering an existing account, which the messages then mention. */
  purpose: z.literal("findAccount").optional(),
});
export type PolicyFindBody = z.infer<typeof policyFindBody>;

/** Status 240: found. Status 200: found, and the person has an account; a correct code will show its e-mail. */
export const policyFindResponse = z.strictObject({
  id: z.string(),
  /** In display order; empty where nothing on file can be used. */
  twoFactorValidations: z.array(twoFactorValidation),
  /** Whether the person is a driver whose policyholder has an account to which the profile can be added. */
  ubiMatchPH: z.boolean(),
  /** Whether the registration belongs to the driving programme. */
  ubi: z.boolean(),
});
export type PolicyFindResponse = z.infer<typeof policyFindResponse>;
