import { z } from "zod";
import { defineSlice } from "../session/session-slice.server.ts";

/** Sign-in parameters of the incoming link; `emailSource` is for statistics only. */
export const singleSignOnSlice = defineSlice(
  "singleSignOn",
  z.object({
    request: z.string().optional(),
    clientLoginAction: z.string().optional(),
    emailSource: z.string().optional(),
  }),
  { isExpendable: true },
);

/** Interaction of the application whose login page was opened last; the flows that begin there return to it. */
export const interactionSlice = defineSlice("interaction", z.string().max(60), { isPersonal: true });

/** Passwords that this browser was refused in a row, and when the last one was (ISO). */
export const browserRefusalsSlice = defineSlice("browserRefusals", z.object({ count: z.number(), at: z.string() }), {
  isExpendable: true,
});

/** E-mail to fill in on the login page. */
export const loginEmailSlice = defineSlice("loginEmail", z.string(), { isExpendable: true, isPersonal: true });

const notice = z.enum([
  "sessionEnded",
  "linkForgotten",
  "signInEnded",
  "loginError",
  "passkeyRefused",
  "passkeyUnknown",
  "passkeyOff",
  "accountReady",
  "signedOut",
  "passwordChanged",
  "accountClosed",
  "temporaryEnded",
  "secondFactorExpired",
  "secondFactorWrong",
  "secondFactorDenied",
  "secondFactorEnded",
]);
export type LoginNoticeId = z.infer<typeof notice>;

/** Shown once on the login page. */
export const noticeSlice = defineSlice("notice", notice);

/** Id, from the account lookup, of the last attempted login; stored with references for the agent. */
export const attemptedLoginIdSlice = defineSlice("attemptedLoginId", z.string(), { isPersonal: true });

export const sharedLoginSlices = [
  singleSignOnSlice,
  interactionSlice,
  browserRefusalsSlice,
  loginEmailSlice,
  noticeSlice,
  attemptedLoginIdSlice,
];
