import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses, tooManyFromClientIp, unavailable, unknownApiKey } from "../error-response.ts";
import { emptyResponse, findBody } from "./account.schema.ts";
import {
  expiryResponse,
  passwordBody,
  passwordResponse,
  resetProof,
  secret,
  validationBody,
} from "./recovery.schema.ts";

const malformed = "1000: the body or a field is invalid";
const elsewhere = "1404: the brand has no such reset, or it has ended";
const always = { ...bodyErrors, 429: tooManyFromClientIp, 503: unavailable };

const call = { tag: "recovery", method: "POST" } as const;

/** Calls of account recovery. Every id is opaque and belongs to one flow. */
export const recoveryEndpoints = {
  reset: {
    ...call,
    path: "/api/v1/accounts/reset",
    summary: "Start a password reset",
    description:
      "The response for an unknown e-mail is the same in status, shape and time. The message has a six-digit code, valid for ten minutes, and a link, valid for thirty; either completes the reset. At most 5 messages an hour and 10 a day are sent to one e-mail; above that, the response is the same.",
    body: findBody,
    responses: { 200: { description: "The id of the reset", body: z.strictObject({ id: z.string() }) } },
    errors: errorResponses({ ...always, 400: malformed, 403: unknownApiKey }),
  },
  sendAgain: {
    ...call,
    path: "/api/v1/accounts/{id}/notification",
    summary: "Resend the message of a reset",
    description:
      "Sends a new code and link, and revokes the earlier ones. With the id that a lookup returned, starts a reset.",
    body: z.strictObject({ mediumType: z.literal("EMAIL"), notificationType: z.literal("RESET_PSW") }),
    responses: { 200: { description: "Accepted", body: emptyResponse } },
    errors: errorResponses({
      ...always,
      400: malformed,
      403: "3002: four messages were resent (resend-reset-password), or wrong answers have ended the reset (login-difficulties; newCode where another reset sends a code, else until); 3008: unknown api-key",
      404: elsewhere,
    }),
  },
  validate: {
    ...call,
    path: "/api/v1/accounts/{sessionId}/validations/",
    summary: "Verify the code of a reset",
    description:
      "The third wrong code ends the reset. Ten wrong codes in a day, over all resets of one person, lock the person out.",
    body: validationBody,
    responses: {
      200: { description: "The token sets one password, within ten minutes", body: resetProof },
    },
    errors: errorResponses({
      ...always,
      400: "1000: not six digits, does not count as an attempt; 3005: wrong or expired code",
      403: "3002: too many wrong codes (login-difficulties; newCode where another reset sends a code now, else until); 3008: unknown api-key",
      404: elsewhere,
    }),
  },
  temporary: {
    ...call,
    path: "/api/v1/accounts/{id}/temporary",
    summary: "Verify a temporary password",
    description:
      "With the id that the lookup returned. The third wrong temporary password sends the message of a reset.",
    body: z.strictObject({ tempPassword: secret }),
    responses: {
      200: {
        description: "The id and the token set one password, within ten minutes",
        body: z.strictObject({ id: z.string(), token: z.string() }),
      },
    },
    errors: errorResponses({
      ...always,
      400: "1000: the body is invalid; 3005: wrong temporary password",
      403: "3002: the third wrong temporary password, with until, or an expired one (temporary); resetMailed where this call sent the message of a reset; 3008: unknown api-key",
      404: elsewhere,
    }),
  },
  extend: {
    ...call,
    path: "/api/v1/accounts/{id}/extend",
    summary: "Extend a token",
    description:
      "Restarts the ten minutes of a token from a code or a temporary password, at most until an hour after the start of the reset.",
    body: z.strictObject({ token: z.string().max(512) }),
    responses: {
      200: { description: "When the token expires, without and with further extensions", body: expiryResponse },
    },
    errors: errorResponses({ ...always, 400: malformed, 403: unknownApiKey, 404: elsewhere }),
  },
  password: {
    ...call,
    path: "/api/v1/accounts/{id}/password",
    summary: "Set a new password",
    description:
      "With tempPassword and the id that the lookup returned, or with a token. The token of a temporary password needs nothing else; that of a code or a link needs the requested identity fact. A refused password does not consume the token. Where the brand signs in after a reset (features.signInAfterReset, built-in gateway), the response has a sign-in ticket: one use, 60 seconds.",
    query: z.object({ "pwd-version": z.string().optional().describe("Accepted and ignored") }),
    body: passwordBody,
    responses: {
      200: { description: "Set: lockouts and sessions end, and the owner is notified", body: passwordResponse },
    },
    errors: errorResponses({
      ...always,
      400: "1000: the body is invalid; 1002: the identity fact does not match; 1003: the third that does not (login-difficulties with newCode or until, or wrong-cellphone with until); 2001: one of the last passwords; 2002: breaks the rule in fields.password; 2003: a character that is not allowed; 3005: wrong temporary password; 4001: the new e-mail of the account is in use",
      403: "3002: too many wrong temporary passwords (temporary); 3004: the link was used, superseded or has expired (token-expired); 3008: unknown api-key",
      404: elsewhere,
    }),
  },
} as const satisfies Record<string, Endpoint>;
