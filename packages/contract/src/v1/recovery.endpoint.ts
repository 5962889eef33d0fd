import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyProblems, problems, tooManyFromClientIp, unavailable, unknownApiKey } from "./account.endpoint.ts";
import {
  extendAnswer,
  extendBody,
  notificationAnswer,
  passwordAnswer,
  passwordBody,
  resetAnswer,
  resetBody,
  resetNotificationBody,
  resetProof,
  temporaryAnswer,
  temporaryBody,
  validationBody,
} from "./recovery.schema.ts";

const malformed = "1000: the body breaks the schema, or a field its rule";
const elsewhere = "1404: no such journey under this brand, or one that is over";
const always = { ...bodyProblems, 429: tooManyFromClientIp, 503: unavailable };

const call = { tag: "recovery", method: "POST" } as const;

/** Calls of account recovery. Every id is opaque and belongs to one flow. */
export const recoveryEndpoints = {
  reset: {
    ...call,
    path: "/api/v1/accounts/reset",
    summary: "Start a password reset",
    description:
      "The same for an unknown e-mail, in status, shape and time. The message has a code of six digits, valid for ten minutes, and a link, valid for thirty; either finishes the reset. More than 5 an hour or 10 a day to one e-mail are not sent, and the answer does not change.",
    body: resetBody,
    answers: { 200: { description: "The id of the reset, for the calls below", body: resetAnswer } },
    errors: problems({ ...always, 400: malformed, 403: unknownApiKey }),
  },
  sendAgain: {
    ...call,
    path: "/api/v1/accounts/{id}/notification",
    summary: "Send the reset's message again",
    description:
      "Code and link are new; earlier ones are revoked. Also accepts the id that finding an account returned, and then starts a reset.",
    body: resetNotificationBody,
    answers: { 200: { description: "Accepted", body: notificationAnswer } },
    errors: problems({
      ...always,
      400: malformed,
      403: "3002: four more were asked for (resend-reset-password), or the reset is over after wrong answers (login-difficulties; newCode, or until when none is sent); 3008: unknown api-key",
      404: elsewhere,
    }),
  },
  validate: {
    ...call,
    path: "/api/v1/accounts/{sessionId}/validations/",
    summary: "Verify the code of a reset",
    description:
      "The third wrong code ends the reset. Ten in a day, over all resets of one person, lock codes for that person.",
    body: validationBody,
    answers: {
      200: { description: "The code was right; the token sets one password within ten minutes", body: resetProof },
    },
    errors: problems({
      ...always,
      400: "1000: not six digits, not counted as an attempt; 3005: wrong or expired code",
      403: "3002: too many wrong codes (login-difficulties; newCode where another reset sends a code now, else until); 3008: unknown api-key",
      404: elsewhere,
    }),
  },
  temporary: {
    ...call,
    path: "/api/v1/accounts/{id}/temporary",
    summary: "Verify a temporary password",
    description: "The id is the one that finding the account returned. The third wrong one sends the reset's message.",
    body: temporaryBody,
    answers: {
      200: {
        description: "Right: the id and the token set one password within ten minutes",
        body: temporaryAnswer,
      },
    },
    errors: problems({
      ...always,
      400: "1000: the body breaks the schema; 3005: not the right one",
      403: "3002: the third wrong one, until when, or a right one past its day (temporary); resetMailed where the reset's message was sent by this call; 3008: unknown api-key",
      404: elsewhere,
    }),
  },
  extend: {
    ...call,
    path: "/api/v1/accounts/{id}/extend",
    summary: "Extend a token",
    description:
      "Restarts the ten minutes of a token from a code or a temporary password; it ends at the latest an hour after the start of the reset. Nothing else changes.",
    body: extendBody,
    answers: {
      200: { description: "When it expires: without another extension, and at the latest", body: extendAnswer },
    },
    errors: problems({ ...always, 400: malformed, 403: unknownApiKey, 404: elsewhere }),
  },
  password: {
    ...call,
    path: "/api/v1/accounts/{id}/password",
    summary: "Set a new password",
    description:
      "With tempPassword and the id that finding the account returned; or with a token: after a temporary password alone, after a code or with a link's own token beside the identity fact that was asked for. A refused password consumes neither. Where the brand signs in after a reset (features.signInAfterReset, built-in gateway), the answer carries a ticket for the gateway: one use, 60 seconds.",
    query: z.object({ "pwd-version": z.string().optional().describe("Accepted; decides nothing") }),
    body: passwordBody,
    answers: {
      200: { description: "Set: locks are lifted, sessions ended, the owner notified", body: passwordAnswer },
    },
    errors: problems({
      ...always,
      400: "1000: the body breaks the schema; 1002: the identity fact does not match; 1003: the third that does not (login-difficulties with newCode or until, or wrong-cellphone with until); 2001: one of the last passwords; 2002: against the rules, named in fields.password; 2003: a character that is not allowed; 3005: not the right temporary password; 4001: the account's new e-mail is in use",
      403: "3002: too many wrong temporary passwords (temporary); 3004: the link was used, superseded, or is past its time (token-expired); 3008: unknown api-key",
      404: elsewhere,
    }),
  },
} as const satisfies Record<string, Endpoint>;
