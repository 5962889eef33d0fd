import { z } from "zod";
import { defineSlice } from "../../session/session-slice.server.ts";

/** Token of a link that undoes the removal of a passkey or an authenticator app. */
export const undoRemovalSlice = defineSlice("undoRemoval", z.object({ token: z.string() }), { isPersonal: true });

export const undoRemovalSlices = [undoRemovalSlice];
