import type { Endpoint } from "../endpoint.ts";
import { bodyProblems, problems, tooManyFromClientIp } from "../v1/account.endpoint.ts";
import { accountCall, accountCallProblems } from "./account-call.schema.ts";
import { newPasswordAnswer, newPasswordBody, proofBody, sessionAnswer } from "./credentials.schema.ts";

const passwordProblems = {
  ...accountCallProblems,
  ...bodyProblems,
  429: tooManyFromClientIp,
};
const lockedOut =
  "3002: too many wrong passwords, counted with those of the sign-in (login-difficulties, or forgot-password where only a reset helps; until when it ends); 3008: unknown api-key";

/** Calls that change what a person signs in with, and the proof of identity that a change requires. */
export const credentialEndpoints = {
  session: {
    ...accountCall,
    method: "GET",
    path: "/account/v1/session",
    summary: "Read the session",
    answers: {
      200: { description: "The e-mail in full, and whether a change needs a new proof", body: sessionAnswer },
    },
    errors: problems(accountCallProblems),
  },
  prove: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/proof",
    summary: "Prove with the password who is signed in",
    description: "A change is accepted for ten minutes after it. A wrong password counts like one of a sign-in.",
    body: proofBody,
    answers: { 204: { description: "Proven" } },
    errors: problems({
      ...passwordProblems,
      400: "1000: the body breaks the schema; 3005: not the right password",
      403: lockedOut,
    }),
  },
  changePassword: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/password",
    summary: "Change the password",
    description:
      "With the present one, which counts like that of a sign-in. Every other session ends, and this one gets a new id. The owner is notified.",
    body: newPasswordBody,
    answers: { 200: { description: "Changed: the session's new id", body: newPasswordAnswer } },
    errors: problems({
      ...passwordProblems,
      400: "1000: the body breaks the schema; 2001: one of the last passwords; 2002: against the rules, named in fields.password; 2003: a character that is not allowed; 3005: not the present password",
      403: lockedOut,
    }),
  },
} as const satisfies Record<string, Endpoint>;
