import { z } from "zod";
import { passkeyName } from "./passkey.schema.ts";

export const authenticatorName = passkeyName;

/** What an authenticator app needs: the secret in base32, and the same as a URI for a QR code. */
export const authenticatorSetup = z.strictObject({ secret: z.string(), uri: z.string() });
export type AuthenticatorSetup = z.infer<typeof authenticatorSetup>;
