import { z } from "zod";
import { expendable } from "../../session/session-slice.server.ts";
import { accountPageNames } from "./account-path.table.ts";

const accountDone = z.object({
  what: z.enum(["session", "others", "browser", "nothing"]),
  count: z.number(),
});
export type AccountDone = z.infer<typeof accountDone>;

export const accountSlices = {
  /** A page that needs a fresh proof, to which the proof leads back. */
  accountProof: z.object({ next: z.enum(accountPageNames) }),
  /** Shown once on the page of what the person signs in with. */
  accountFlash: z.enum(["passwordChanged"]),
  /** What the person has just done with sessions and known browsers, shown once. */
  accountDone: accountDone.register(expendable),
};
