import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses, tooManyFromClientIp } from "../error-response.ts";
import { newPassword, secret } from "../v1/recovery.schema.ts";
import { accountCall, accountCallErrors, accountRead } from "./account-call.schema.ts";
import { device } from "./security.endpoint.ts";

const passwordErrors = {
  ...accountCallErrors,
  ...bodyErrors,
  429: tooManyFromClientIp,
};
const lockedOut =
  "3002: too many wrong passwords, counted together with sign-ins (login-difficulties, or forgot-password where only a reset ends it; `until` is the end); 3008: unknown api-key";

/** Calls that change what a person signs in with, and the proof of identity that a change requires. */
export const credentialEndpoints = {
  session: {
    ...accountRead,
    path: "/account/v1/session",
    summary: "Read the session",
    responses: {
      200: {
        description: "The full e-mail, and whether a change needs a new proof of identity",
        body: z.strictObject({
          email: z.string(),
          isProven: z.boolean(),
          /** Present where a change of the methods of a second proof needs a second proof first. */
          needsSecondProof: z.literal(true).optional(),
          /** While a recent change has not settled: until when closing, export and removal of older passkeys wait. */
          settlingUntil: z.iso.datetime().optional(),
          /** Device of the sign-in before that of the session; absent where the trail does not name it. */
          lastSignInDevice: z.strictObject(device).optional(),
          /** Present where a driver's request waits for an answer. */
          hasHouseholdRequest: z.literal(true).optional(),
        }),
      },
    },
  },
  prove: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/proof",
    summary: "Prove the identity by the password",
    description: "Changes are then accepted for ten minutes. A wrong password counts as at sign-in.",
    body: z.strictObject({ password: secret }),
    responses: { 204: { description: "Proven" } },
    errors: errorResponses({
      ...passwordErrors,
      400: "1000: the body is invalid; 3005: wrong password",
      403: lockedOut,
    }),
  },
  changePassword: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/password",
    summary: "Change the password",
    description:
      "Requires the current password; a wrong one counts as at sign-in. Every other session ends, this session gets a new id, and the owner is notified.",
    body: z.strictObject({ currentPassword: secret, password: newPassword }),
    /** The id replaces the one in the gateway's cookie. */
    responses: { 200: { description: "The new id of the session", body: z.strictObject({ session: z.string() }) } },
    errors: errorResponses({
      ...passwordErrors,
      400: "1000: the body is invalid; 2001: one of the last passwords; 2002: breaks the rule in fields.password; 2003: a character that is not allowed; 3005: wrong current password",
      403: lockedOut,
    }),
  },
} as const satisfies Record<string, Endpoint>;
