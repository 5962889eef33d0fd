import { z } from "zod";
import { expendable } from "../../session/session-slice.server.ts";
import { accountPageNames } from "./account-path.table.ts";

const accountDone = z.object({
  what: z.enum(["session", "others", "browser", "browsers", "nothing"]),
  count: z.number(),
});
export type AccountDone = z.infer<typeof accountDone>;

export const accountSlices = {
  /** A page that needs a fresh proof, to which the proof leads back. */
  accountProof: z.object({ next: z.enum(accountPageNames) }),
  /** Shown once on the page of what the person signs in with. */
  accountFlash: z.enum(["passwordChanged", "emailChanged", "emailNotChanged"]),
  /** The new e-mail as typed, and when its code was sent (ISO). */
  accountEmail: z.object({ email: z.string(), sentAt: z.string() }),
  /** What the person has just done with sessions and known browsers, shown once. */
  accountDone: accountDone.register(expendable),
  /** End of the gateway session whose person has seen what was offered about passkeys. */
  passkeyOfferAnswered: z.string().register(expendable),
  /** What a form about passkeys has just done. Shown once. */
  passkeyChanged: z.enum(["added", "renamed", "removed"]).register(expendable),
};
