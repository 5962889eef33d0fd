import { identityFacts } from "@vestibule/catalogue/link.table.ts";
import { z } from "zod";
import { normaliseText } from "../fields/text.rule.ts";

/** Bodies and responses of account recovery. Field rules run after these schemas. */
const text = z.string().max(254);
/** Not normalised, because hashes of other registries may depend on the exact characters. */
export const secret = z.string().max(192);
export const newPassword = z.string().normalize("NFC").max(128);

/** Facts that a person may be asked for with a password. */
export const typedFacts = {
  cellPhone: text.optional(),
  postalCode: text.optional(),
  dateOfBirth: text.overwrite(normaliseText).optional(),
};

export const validationBody = z.strictObject({ validationValue: text, replay: z.boolean().optional() });
/** A verification channel; a `method` that begins with ASK is a question of the portal, not a channel. */
export const twoFactorValidation = z.strictObject({
  id: z.string(),
  method: z.string(),
  maskedValue: z.string().optional(),
});
export type TwoFactorValidation = z.infer<typeof twoFactorValidation>;

/** Response to a correct code: the token that sets the new password, and the identity fact required with it. */
export const resetProof = z.strictObject({
  action: z.literal("RESETPWD_LOGIN"),
  id: z.string(),
  /** Single use; expires after ten minutes unless extended. */
  token: z.string(),
  /** Full e-mail, since its owner is verified. */
  email: z.string(),
  twoFactorValidations: z.array(twoFactorValidation),
  ubiMatchPH: z.boolean(),
  identityFact: z.enum(identityFacts),
});

/** ISO times of the idle and absolute expiry of a registration or of a reset's token. */
export const expiryResponse = z.strictObject({ idleEndsAt: z.string(), endsAt: z.string() });

/** `tempPassword`; or `token` alone after one; or `token` and an identity fact after a code or link. */
export const passwordBody = z.strictObject({
  password: newPassword,
  tempPassword: secret.optional(),
  token: z.string().max(512).optional(),
  postalCode: text.optional(),
  cellPhone: text.optional(),
});
export type PasswordBody = z.infer<typeof passwordBody>;
/** `ticket`: signs in once at the built-in gateway; absent where the brand requires a sign-in with the new password. */
export const passwordResponse = z.strictObject({ email: z.string(), ticket: z.string().optional() });
export type PasswordResponse = z.infer<typeof passwordResponse>;

export const authenticationBody = z.strictObject({ password: secret, ...typedFacts });
export type AuthenticationBody = z.infer<typeof authenticationBody>;
export const authenticationResponse = z.strictObject({ email: z.string(), ticket: z.string() });
export type AuthenticatedResponse = z.infer<typeof authenticationResponse>;
