import { z } from "zod";
import { defineSlice } from "../../session/session-slice.server.ts";

/** Set if a form was posted after its registration had expired; the first page then says so once. */
export const expiredFormSlice = defineSlice("expiredForm", z.literal(true));

export const registrationSlices = [expiredFormSlice];
