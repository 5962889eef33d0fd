import { z } from "zod";
import { accountPageNames } from "./account-path.table.ts";

export const accountSlices = {
  /** A page that needs a fresh proof, to which the proof leads back. */
  accountProof: z.object({ next: z.enum(accountPageNames) }),
  /** Shown once on the page of what the person signs in with. */
  accountFlash: z.enum(["passwordChanged"]),
};
