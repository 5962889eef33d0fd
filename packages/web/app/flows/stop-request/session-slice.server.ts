import { z } from "zod";
import { defineSlice } from "../../session/session-slice.server.ts";

/** Token of the message about a request for a link to another e-mail; it stops that request. */
export const stopRequestSlice = defineSlice("stopRequest", z.object({ token: z.string() }), { isExpendable: true });

export const stopRequestSlices = [stopRequestSlice];
