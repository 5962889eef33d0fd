import { raisedRoadblockIds, verificationReasons } from "@vestibule/catalogue/roadblock.table.ts";
import { z } from "zod";

/** E-mail to look up; a bounce sends the e-mail that was looked up for the id in its path. */
export const findBody = z.strictObject({ email: z.string().max(254) });

/** Has the same form for an unknown e-mail: the id then has no account, and the status is A. */
export const findResponse = z.strictObject({ id: z.string(), status: z.enum(["A", "T"]) });
export type FindResponse = z.infer<typeof findResponse>;

export const emptyResponse = z.strictObject({});

/** Every error of v1. `errorCode` is absent where the status alone identifies the error. */
export const accountErrorBody = z.strictObject({
  errorCode: z.number().int().optional(),
  message: z.string(),
  /** Field name to the key of its error. */
  fields: z.record(z.string(), z.string()).optional(),
  /** ISO time at which the limit or the planned maintenance ends. */
  until: z.string().optional(),
  reason: z
    .enum(["usernameTaken", "clockAhead", "clockBehind", ...verificationReasons])
    .optional()
    .describe(
      "Why verification failed: a wrong code or fact, or the cause of the lockout. `usernameTaken`: each e-mail was another account’s. `clockAhead`, `clockBehind`: the clock of the device with the authenticator app is wrong. `codeJustSent`, of 1429: the newest code is less than 30 seconds old",
    ),
  /** Present where this call sent the message that allows a new password. */
  resetMailed: z.literal(true).optional(),
  /** Present where this reset has ended and starting another one would send a new code now. */
  newCode: z.literal(true).optional(),
  /** Attempts left before a roadblock; present only where it is safe to disclose. */
  triesLeft: z.number().int().optional(),
  /** Of 3006: id of the sign-in that waits for a second proof, for the header `pending-sign-in`. */
  pendingSignIn: z.string().optional(),
  /** Roadblock that the portal shows. */
  roadblock: z.enum(raisedRoadblockIds).optional(),
});
export type AccountErrorResponse = z.infer<typeof accountErrorBody>;
