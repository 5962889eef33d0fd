import { maxPasskeyNameLength } from "@vestibule/catalogue/account.table.ts";
import { z } from "zod";
import { normaliseText } from "../fields/text.rule.ts";
import { fieldText } from "../fields/text.schema.ts";

const encoded = z
  .string()
  .max(6000)
  .regex(/^[\w-]+$/);
const credential = {
  id: encoded,
  rawId: encoded,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

/** A device's response to a challenge: `AuthenticationResponseJSON` of WebAuthn. */
export const passkeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish().transform((handle) => handle ?? undefined),
  }),
});
export type PasskeyResponse = z.infer<typeof passkeyResponse>;

/** A new passkey: `RegistrationResponseJSON` of WebAuthn. */
export const newPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});

export const passkeyName = fieldText.overwrite(normaliseText).min(1).max(maxPasskeyNameLength);

const credentialDescriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(credentialDescriptor),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const passkeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal("none"),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  excludeCredentials: z.array(credentialDescriptor),
});
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;

/** `AllAcceptedCredentialsOptions` of WebAuthn: the passkeys that a device may go on offering. */
export const acceptedCredentials = z.object({
  rpId: z.string(),
  userId: z.string(),
  allAcceptedCredentialIds: z.array(z.string()),
});

export const passkeysResponse = z.object({
  passkeys: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().optional(),
      /** Whether the passkey is synchronised to the person's other devices. */
      isBackedUp: z.boolean(),
      /** Whether sign-in refuses it, because its signature counter shows that it was cloned. */
      isBlocked: z.boolean(),
      /** Off since a change was undone or the account frozen, until its owner keeps it. */
      isOff: z.boolean(),
    }),
  ),
  /** Present only right after a registration, or after a new password: `review`, perhaps because a device was lost. */
  offer: z.enum(["setUp", "review"]).optional(),
  accepted: acceptedCredentials.optional(),
});
export type PasskeysResponse = z.infer<typeof passkeysResponse>;
