import { z } from "zod";
import { defineSlice } from "../../session/session-slice.server.ts";

/** Token of a link that undoes a change of the e-mail. */
export const undoEmailSlice = defineSlice("undoEmail", z.object({ token: z.string() }), { isPersonal: true });

export const undoEmailSlices = [undoEmailSlice];
