import { z } from "zod";
import { passkeyName } from "./passkey.schema.ts";

export const authenticatorName = passkeyName;

/** Methods of a second proof that the person has set up, and those that send a code to a contact on file. */
export const secondFactorsResponse = z.strictObject({
  onFile: z.array(z.strictObject({ method: z.enum(["text", "call", "email"]), maskedRecipient: z.string() })),
  authenticators: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().optional(),
      /** Off since a change was undone or the account frozen, until its owner keeps it. */
      isOff: z.boolean(),
    }),
  ),
  /** Unused codes of the newest set; absent where none was made. */
  recoveryCodes: z.strictObject({ left: z.int().nonnegative(), madeAt: z.iso.datetime() }).optional(),
});
export type SecondFactorsResponse = z.infer<typeof secondFactorsResponse>;

/** What an authenticator app needs: the secret in base32, and the same as a URI for a QR code. */
export const authenticatorSetup = z.strictObject({ secret: z.string(), uri: z.string() });
export type AuthenticatorSetup = z.infer<typeof authenticatorSetup>;
