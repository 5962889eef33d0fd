import { z } from "zod";

export const emailChangeBody = z.strictObject({ email: z.string().max(254) });
/** ISO time at which the code expires. The response is the same for an e-mail that another account uses. */
export const emailChangeAnswer = z.strictObject({ codeEndsAt: z.iso.datetime() });

export const emailCodeBody = z.strictObject({ code: z.string().max(254) });
export const changedEmailAnswer = z.strictObject({ email: z.string() });

/** `ended`: too late, or an earlier change was undone. `taken`: another account has the previous e-mail. */
export const emailUndoAnswer = z.strictObject({
  state: z.enum(["open", "undone", "ended", "taken"]),
  /** The e-mail that an undo restores. */
  maskedEmail: z.string().optional(),
});
export type EmailUndoAnswer = z.infer<typeof emailUndoAnswer>;
