import { z } from "zod";

export const undoEmailSlices = {
  /** Token of a link that undoes a change of the e-mail. */
  undoEmail: z.object({ token: z.string() }),
};
