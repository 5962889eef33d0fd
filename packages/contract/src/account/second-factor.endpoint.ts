import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses, tokenErrors, unknownApiKey } from "../error-response.ts";
import { methodId } from "../v1/second-factor.endpoint.ts";
import { accountCall, accountCallErrors, accountRead } from "./account-call.schema.ts";
import { authenticatorName, authenticatorSetup } from "./authenticator.schema.ts";
import { secondFactorsResponse } from "./second-factor.schema.ts";

const proofError = `3010: a fresh proof of identity is required, and a second one where the account has an authenticator app; ${unknownApiKey}`;
const settlingError = "3012: a change of the last 72 hours has not settled; `until` says when";
const tooMany = "1413: the account has five authenticator apps, or too many methods were changed in a day";
const changeErrors = { ...accountCallErrors, 403: proofError };
const authenticatorErrors = { ...changeErrors, 404: "1404: unknown authenticator app" };
const params = z.object({ id: z.uuid() });
const code = z.string().max(254);

/** Calls that list and change the methods of a second proof: authenticator apps and recovery codes. */
export const secondFactorEndpoints = {
  list: {
    ...accountRead,
    path: "/account/v1/second-factors",
    summary: "List the methods of a second proof of an account",
    responses: {
      200: {
        description:
          "The methods that a login can ask for first, among them contacts on file that may get a code now; authenticator apps, oldest first; recovery codes",
        body: secondFactorsResponse,
      },
    },
  },
  chooseFirst: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/second-factors/first",
    summary: "Choose the method that a login asks for first",
    description: "The others stay offered after it.",
    body: z.strictObject({ id: methodId }),
    responses: { 200: { description: "Chosen" } },
    errors: errorResponses({
      ...accountCallErrors,
      ...bodyErrors,
      400: "1000: the body is invalid, or the account has no such method now",
    }),
  },
  setUp: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/authenticators/setup",
    summary: "Start to set up an authenticator app",
    description:
      "Returns the secret of the app (RFC 6238: SHA-1, six digits, 30 seconds). For fifteen minutes the same session gets the same secret again.",
    responses: { 200: { description: "Secret and URI", body: authenticatorSetup } },
    errors: errorResponses({ ...changeErrors, 409: tooMany }),
  },
  add: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/authenticators",
    summary: "Add the authenticator app that this session set up",
    description: "With a code that the app shows.",
    body: z.strictObject({ name: authenticatorName, code }),
    responses: { 201: { description: "Added; the owner is notified" } },
    errors: errorResponses({
      ...changeErrors,
      ...bodyErrors,
      400: "1000: the body is invalid; 3005: another code, where `reason` is clockAhead or clockBehind if the clock of the device is wrong",
      404: "1404: this session has set up no app, or it took too long",
      409: tooMany,
      429: "1429: too many codes; Retry-After has the seconds to wait",
    }),
  },
  rename: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/authenticators/{id}",
    params,
    summary: "Rename an authenticator app",
    body: z.strictObject({ name: authenticatorName }),
    responses: { 200: { description: "Renamed" } },
    errors: errorResponses({ ...accountCallErrors, ...bodyErrors, 404: authenticatorErrors[404] }),
  },
  remove: {
    ...accountCall,
    method: "DELETE",
    path: "/account/v1/authenticators/{id}",
    params,
    summary: "Remove an authenticator app",
    description:
      "While a change of the last 72 hours has not settled, an older app stays. Every contact is notified, and the message to those that have settled has a link that undoes the removal for 72 hours.",
    responses: { 200: { description: "Removed; the owner is notified" } },
    errors: errorResponses({ ...authenticatorErrors, 403: `${proofError}; ${settlingError}` }),
  },
  keep: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/authenticators/{id}/keep",
    params,
    summary: "Turn an authenticator app on again that an undo or a freeze left off",
    responses: { 200: { description: "Its codes are accepted again; the owner is notified" } },
    errors: errorResponses(authenticatorErrors),
  },
  makeRecoveryCodes: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/recovery-codes",
    summary: "Make ten recovery codes",
    description: "They replace the previous ones and are returned this once. Each works once.",
    responses: {
      200: {
        description: "The codes; the owner is notified",
        body: z.strictObject({ codes: z.array(z.string()) }),
      },
    },
    errors: errorResponses({ ...changeErrors, 409: tooMany }),
  },
  prove: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/proof/code",
    summary: "Give a second proof: a code of an authenticator app, or a recovery code",
    description: "Changes of the methods are then accepted for ten minutes, after a proof of identity.",
    body: z.strictObject({ code }),
    responses: { 204: { description: "Proven" } },
    errors: errorResponses({
      ...accountCallErrors,
      ...bodyErrors,
      400: "1000: neither six digits nor a recovery code, does not count as an attempt; 3005: another code, or one that was used",
      403: `3002: too many wrong codes, with until; ${unknownApiKey}`,
      429: "1429: too many codes; Retry-After has the seconds to wait",
    }),
  },
} as const satisfies Record<string, Endpoint>;

/** `ended`: too late. */
const removalUndoResponse = z.strictObject({
  state: z.enum(["open", "undone", "ended"]),
  method: z.enum(["authenticator", "passkey"]),
});
export type RemovalUndoResponse = z.infer<typeof removalUndoResponse>;

const undo = {
  path: "/api/v1/method-removals/{token}",
  tag: "account",
  responses: { 200: { description: "State of the removal", body: removalUndoResponse } },
  errors: errorResponses(tokenErrors),
} as const;

/** Calls of the link in the notice of a removal, whose reader can undo it. Reading changes nothing. */
export const removalUndoEndpoints = {
  read: { ...undo, method: "GET", summary: "Read the removal that an undo link belongs to, without undoing it" },
  undo: {
    ...undo,
    method: "POST",
    summary: "Put a removed authenticator app or passkey back",
    description: "Ends every session and locks the password until a reset.",
  },
} as const satisfies Record<string, Endpoint>;
