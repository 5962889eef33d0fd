import { z } from "zod";
import { defineSlice } from "../../session/session-slice.server.ts";

/** Token of the message that asks a policyholder to let a driver have an account. */
export const householdRequestSlice = defineSlice("householdRequest", z.object({ token: z.string() }), {
  isExpendable: true,
});

export const householdRequestSlices = [householdRequestSlice];
