import { z } from "zod";
import { expendable } from "../../session/session-slice.server.ts";

export const secondFactorSlices = {
  /** Choices on the page of the second proof. `of`: start of the id of the pending sign-in that they belong to. */
  secondFactor: z
    .object({
      of: z.string(),
      /** Id of the method that the page asks for. */
      chosen: z.string().optional(),
      /** Shown once. `retryAt`: ISO time of another code, where a limit refused one. */
      flash: z.enum(["sentAgain", "tooSoon", "wait", "full"]).optional(),
      retryAt: z.string().optional(),
    })
    .register(expendable),
  /** Token of the link “this wasn’t me”. */
  denial: z.object({ token: z.string() }),
};
