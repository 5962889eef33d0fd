import { identityFacts } from "@vestibule/catalogue/link.table.ts";
import { z } from "zod";
import { defineSlice } from "../session/session-slice.server.ts";

const recovery = z.object({
  how: z.enum(["forgot", "temporary"]),
  /** Id issued by the API. If the session has lost it, it is empty and every code is wrong. */
  id: z.string(),
  /** As typed. */
  email: z.string(),
  /**
   * Single-use reset token, set once the code or the temporary password is verified. `endsAt` (ISO) can be extended
   * until `latestEndsAt`, which is known after the first extension.
   */
  proof: z
    .object({
      token: z.string(),
      identityFact: z.enum(identityFacts).optional(),
      email: z.string(),
      endsAt: z.string(),
      latestEndsAt: z.string().optional(),
    })
    .optional(),
  /** ISO times: when the newest code was requested, and when another can be. */
  requestedAt: z.string().optional(),
  resendAvailableAt: z.string().optional(),
  /** Shown once on the next page of the flow. */
  flash: z.enum(["sentAgain", "tooSoon", "wait", "ended"]).optional(),
});
export type SessionRecovery = z.infer<typeof recovery>;

/** A password reset in progress: by a code from a message, or after a temporary password. */
export const recoverySlice = defineSlice("recovery", recovery, { isPersonal: true });

/** A new password was set; the ticket signs in once at the built-in gateway, until `endsAt` (ISO). */
export const finishedResetSlice = defineSlice(
  "finishedReset",
  z.object({ email: z.string(), ticket: z.object({ value: z.string(), endsAt: z.string() }) }),
  { isPersonal: true },
);

export const recoverySlices = [recoverySlice, finishedResetSlice];
