import { z } from "zod";
import { defineSlice } from "../../session/session-slice.server.ts";

const secondFactor = z.object({
  /** Start of the id of the pending sign-in that the choices belong to. */
  of: z.string(),
  /** Id of the method that the page asks for. */
  chosen: z.string().optional(),
  /** Shown once. `retryAt`: ISO time of another code, where a limit refused one. */
  flash: z.enum(["sentAgain", "tooSoon", "wait", "full"]).optional(),
  retryAt: z.string().optional(),
});
export type SecondFactorChoices = z.infer<typeof secondFactor>;

/** Choices on the page of the second proof. */
export const secondFactorSlice = defineSlice("secondFactor", secondFactor, { isExpendable: true });

/** Token of the link “this wasn’t me”. */
export const denialSlice = defineSlice("denial", z.object({ token: z.string() }));

export const secondFactorSlices = [secondFactorSlice, denialSlice];
