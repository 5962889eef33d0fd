import { z } from "zod";

/** The requesting registration: a session token of v2 or a registration id of v1, up to 24 hours after its start. */
export const letterRequestBody = z.strictObject({ registration: z.string().regex(/^[\w.-]{1,2048}$/) });

/** A requested letter with a new PIN, as the insurer's systems read it. */
export const letterRequest = z.strictObject({
  id: z.uuid(),
  brand: z.string(),
  company: z.string(),
  policyNumber: z.string(),
  role: z.union([z.literal(40), z.literal(80)]),
  /** Absent when the policy directory no longer has the person on this policy. */
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  language: z.enum(["en", "fr"]),
  requestedAt: z.iso.datetime(),
});
export type LetterRequest = z.infer<typeof letterRequest>;

/** Oldest first, at most 100; acknowledge them to get the next ones. */
export const letterRequestsAnswer = z.strictObject({ letters: z.array(letterRequest) });
