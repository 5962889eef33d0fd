import { z } from "zod";
import { expendable } from "../../session/session-slice.server.ts";
import { accountPageNames } from "./account-path.table.ts";

export const accountSlices = {
  /** Page that needs a fresh proof and opens after it. */
  accountProof: z.object({ next: z.enum(accountPageNames) }),
  /** Result that the page of sign-in methods shows once. */
  accountFlash: z.enum(["passwordChanged", "emailChanged", "emailNotChanged"]),
  /** The new e-mail as typed, and when its code was sent (ISO). */
  accountEmail: z.object({ email: z.string(), sentAt: z.string() }),
  /** Where the code for a policy to add was sent, masked, and when (ISO). */
  accountPolicy: z.object({ recipient: z.string(), sentAt: z.string() }),
  /** Result of adding a policy, shown once. */
  policyFlash: z.enum(["added", "notAdded"]).register(expendable),
  /** Answer to the request of a driver, shown once. `ended`: it no longer waited. */
  householdFlash: z.enum(["approved", "refused", "ended"]).register(expendable),
  /** Result of the last form about sessions and known browsers, shown once. */
  accountDone: z
    .object({ what: z.enum(["session", "others", "browser", "browsers", "nothing"]), count: z.number() })
    .register(expendable),
  /** Result of ending the access of an application, shown once. */
  applicationEnded: z.enum(["ended", "nothing"]).register(expendable),
  /** Whether a call was refused because a recent change has not settled; the first page then says so first. */
  accountWaits: z.literal(true).register(expendable),
  /** End of the gateway session in which the passkey offer was shown. */
  passkeyOfferAnswered: z.string().register(expendable),
  /** Result of the last form about passkeys, and about the methods of a second proof, shown once. */
  passkeyChanged: z.enum(["added", "renamed", "removed", "kept"]).register(expendable),
  authenticatorChanged: z.enum(["added", "renamed", "removed", "kept", "first"]).register(expendable),
};
