import { z } from "zod";
import { expendable } from "../../session/session-slice.server.ts";

export const loginSlices = {
  /** Sign-in parameters of the incoming link; `emailSource` is for statistics only. */
  singleSignOn: z
    .object({
      request: z.string().optional(),
      clientLoginAction: z.string().optional(),
      emailSource: z.string().optional(),
    })
    .register(expendable),
  /** Interaction of the application whose login page was opened last; the flows that begin there return to it. */
  interaction: z.string().max(60),
  /** ISO time of the newest failed sign-in that the account page has shown. */
  shownFailedSignIn: z.string().register(expendable),
  /** Passwords that this browser was refused in a row, and when the last one was (ISO). */
  ownRefusals: z.object({ count: z.number(), at: z.string() }).register(expendable),
  /** E-mail to fill in on the login page. */
  loginEmail: z.string().register(expendable),
  /** Shown once on the login page. */
  notice: z.enum([
    "sessionEnded",
    "linkForgotten",
    "signInEnded",
    "loginError",
    "passkeyRefused",
    "passkeyUnknown",
    "accountReady",
    "signedOut",
    "passwordChanged",
    "accountClosed",
    "temporaryEnded",
    "secondFactorExpired",
    "secondFactorWrong",
    "secondFactorDenied",
    "secondFactorEnded",
  ]),
  /** Id, from the account lookup, of the login that was last handed to the gateway. */
  gatewayHandoffId: z.string(),
  /** Id, from the account lookup, of the last attempted login; stored with references for the agent. */
  attemptedLoginId: z.string(),
};
