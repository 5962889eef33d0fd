import { z } from "zod";

export const undoRemovalSlices = {
  /** Token of a link that undoes the removal of a passkey or an authenticator app. */
  undoRemoval: z.object({ token: z.string() }),
};
