import { z } from "zod";
import { expendable } from "../../session/session-slice.server.ts";

export const householdRequestSlices = {
  /** Token of the message that asks a policyholder to let a driver have an account. */
  householdRequest: z.object({ token: z.string() }).register(expendable),
};
