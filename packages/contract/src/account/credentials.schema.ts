import { z } from "zod";
import { newPassword, secret } from "../v1/recovery.schema.ts";

/** `isProven`: whether the person proved their identity recently enough to change the account. */
export const sessionAnswer = z.strictObject({ email: z.string(), isProven: z.boolean() });

export const proofBody = z.strictObject({ password: secret });

export const newPasswordBody = z.strictObject({ currentPassword: secret, password: newPassword });
/** `session`: the session's new id, to be set in the gateway's cookie. */
export const newPasswordAnswer = z.strictObject({ session: z.string() });
