import { z } from "zod";
import { defineSlice } from "../../session/session-slice.server.ts";
import { accountPageNames } from "./account-path.table.ts";

/** Page that needs a fresh proof and opens after it. */
export const accountProofSlice = defineSlice("accountProof", z.object({ next: z.enum(accountPageNames) }), {
  isPersonal: true,
});

/** Result that the page of sign-in methods shows once. */
export const accountFlashSlice = defineSlice(
  "accountFlash",
  z.enum(["passwordChanged", "emailChanged", "emailNotChanged"]),
  { isPersonal: true },
);

/** The new e-mail as typed, and when its code was sent (ISO). */
export const accountEmailSlice = defineSlice("accountEmail", z.object({ email: z.string(), sentAt: z.string() }), {
  isPersonal: true,
});

/** Where the code for a policy to add was sent, masked, and when (ISO). */
export const accountPolicySlice = defineSlice("accountPolicy", z.object({ recipient: z.string(), sentAt: z.string() }));

/** Result of adding a policy, shown once. */
export const policyFlashSlice = defineSlice("policyFlash", z.enum(["added", "notAdded"]), { isExpendable: true });

/** Answer to the request of a driver, shown once. `ended`: it no longer waited. */
export const householdFlashSlice = defineSlice("householdFlash", z.enum(["approved", "refused", "ended"]), {
  isExpendable: true,
});

/** Result of the last form about sessions and known browsers, shown once. */
export const accountDoneSlice = defineSlice(
  "accountDone",
  z.object({ what: z.enum(["session", "others", "browser", "browsers", "nothing"]), count: z.number() }),
  { isExpendable: true, isPersonal: true },
);

/** Result of ending the access of an application, shown once. */
export const applicationEndedSlice = defineSlice("applicationEnded", z.enum(["ended", "nothing"]), {
  isExpendable: true,
});

/** Whether a call was refused because a recent change has not settled; the first page then says so first. */
export const accountWaitsSlice = defineSlice("accountWaits", z.literal(true), { isExpendable: true });

/** End of the gateway session in which the passkey offer was shown. */
export const passkeyOfferAnsweredSlice = defineSlice("passkeyOfferAnswered", z.string(), { isExpendable: true });

/** Result of the last form about passkeys, and about the methods of a second proof, shown once. */
export const passkeyChangedSlice = defineSlice("passkeyChanged", z.enum(["added", "renamed", "removed", "kept"]), {
  isExpendable: true,
  isPersonal: true,
});

export const authenticatorChangedSlice = defineSlice(
  "authenticatorChanged",
  z.enum(["added", "renamed", "removed", "kept", "first"]),
  { isExpendable: true, isPersonal: true },
);

/** ISO time of the newest failed sign-in that the account page has shown. */
export const shownFailedSignInSlice = defineSlice("shownFailedSignIn", z.string(), { isExpendable: true });

export const accountSlices = [
  accountProofSlice,
  accountFlashSlice,
  accountEmailSlice,
  accountPolicySlice,
  policyFlashSlice,
  householdFlashSlice,
  accountDoneSlice,
  applicationEndedSlice,
  accountWaitsSlice,
  passkeyOfferAnsweredSlice,
  passkeyChangedSlice,
  authenticatorChangedSlice,
  shownFailedSignInSlice,
];
