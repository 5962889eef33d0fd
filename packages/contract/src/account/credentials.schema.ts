import { z } from "zod";

const secret = z.string().max(192);
const newPassword = z.string().normalize("NFC").max(128);

/** `isProven`: whether the person proved who they are within the time that a change asks for. */
export const sessionAnswer = z.strictObject({ email: z.string(), isProven: z.boolean() });

export const proofBody = z.strictObject({ password: secret });

export const newPasswordBody = z.strictObject({ currentPassword: secret, password: newPassword });
/** The id of the session from now on, which goes into the gateway's cookie. */
export const newPasswordAnswer = z.strictObject({ session: z.string() });
