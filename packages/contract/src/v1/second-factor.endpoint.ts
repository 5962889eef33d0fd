import { browserIds, systemIds } from "@vestibule/catalogue/device.table.ts";
import { pendingSignInEnds, secondFactorIds, secondFactorReasons } from "@vestibule/catalogue/second-factor.table.ts";
import { z } from "zod";
import { authenticatorName, authenticatorSetup } from "../account/authenticator.schema.ts";
import { pendingSignInHeader } from "../cookies/pending-sign-in.rule.ts";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses, tooManyFromClientIp, unavailable, unknownApiKey } from "../error-response.ts";

/** Id of a method that an account has, such as `text`, or `text.2` for a second number. */
export const methodId = z.string().regex(/^[A-Za-z]{1,20}(\.[2-9])?$/);
const moment = z.iso.datetime();

/** A way to give the second proof: `id` chooses it; `fullUntil`: no more codes are sent until then. */
const offeredMethod = z.strictObject({
  id: methodId,
  method: z.enum(secondFactorIds),
  maskedRecipient: z.string().optional(),
  fullUntil: moment.optional(),
  /** Messages of its channel are late. */
  isLate: z.literal(true).optional(),
});
export type OfferedMethodResponse = z.infer<typeof offeredMethod>;

const waiting = z.strictObject({
  state: z.literal("waiting"),
  reasons: z.array(z.enum(secondFactorReasons)),
  /** In the order in which they are offered: by the person’s choice, then by strength; empty where the account has none in force. */
  methods: z.array(offeredMethod),
  /** When codes can be sent to a mobile number that came on file less than 72 hours ago. */
  newMobileFrom: moment.optional(),
  /** The owner has refused a code; what would be offered is off until a new password. */
  needsNewPassword: z.literal(true).optional(),
  /** The newest code. */
  sent: z.strictObject({ id: methodId, at: moment, resendAvailableAt: moment }).optional(),
  expiresAt: moment,
  isExtendable: z.boolean(),
  /** Two agents have waived the second proof: until when an authenticator app can be set up in its place. */
  waivedUntil: moment.optional(),
  /** Where the browser can be remembered: for how many days, and whether the box is ticked. */
  remember: z.strictObject({ days: z.int().positive(), isTicked: z.boolean() }).optional(),
});
export type WaitingResponse = z.infer<typeof waiting>;

const pendingResponse = z.discriminatedUnion("state", [
  waiting,
  z.strictObject({ state: z.literal("proven") }),
  z.strictObject({ state: z.literal("ended"), ended: z.enum([...pendingSignInEnds, "expired"]) }),
]);
export type PendingSignInResponse = z.infer<typeof pendingResponse>;

const pendingCall = {
  tag: "second proof",
  headers: z.object({ [pendingSignInHeader]: z.string().max(100).optional() }),
} as const;
const always = { 403: unknownApiKey, 404: "1404: no such pending sign-in", 503: unavailable };
const notWaived = "1404: no such pending sign-in, its second proof is not waived, or it has set up no app";
const tooManyApps = "1409: the account has as many authenticator apps as it may";
const withBody = { ...bodyErrors, ...always, 429: tooManyFromClientIp };

/** Calls of a browser or an app about its sign-in that waits for a second proof, by the id that only it has. */
export const pendingSignInEndpoints = {
  read: {
    ...pendingCall,
    method: "GET",
    path: "/api/v1/second-factor",
    summary: "Read a pending sign-in",
    description:
      "What it waits for, or how it ended. A browser gets its id from the gateway, as a cookie; an app from the error 3006 of the authentication call.",
    responses: { 200: { description: "The pending sign-in", body: pendingResponse } },
    errors: errorResponses(always),
  },
  send: {
    ...pendingCall,
    method: "POST",
    path: "/api/v1/second-factor/code",
    summary: "Send a code by a method",
    description:
      "Revokes the code before. At most 3 codes in ten minutes and 8 a day to the telephone, and as many by e-mail.",
    body: z.strictObject({ id: methodId }),
    responses: { 200: { description: "Sent", body: pendingResponse } },
    errors: errorResponses({
      ...withBody,
      400: "1000: the body is invalid, or the account has no such method",
      403: `3002: too many codes were sent today, with until; ${unknownApiKey}`,
      429: "1429: too many codes in a short time; Retry-After has the seconds to wait. Reason codeJustSent: the newest one is less than 30 seconds old",
    }),
  },
  verify: {
    ...pendingCall,
    method: "POST",
    path: "/api/v1/second-factor/verification",
    summary: "Give the second proof",
    description:
      "After three to six wrong codes the sign-in ends, and the password is asked for again; after ten in a day, by any method, no code is accepted until the day has passed. A browser then opens its session at the gateway’s /pkmslogin.proven; an app gets a ticket: one use, 60 seconds.",
    body: z.strictObject({ id: methodId, securityCode: z.string().max(64), remember: z.boolean().optional() }),
    responses: {
      200: {
        description: "The second proof was right",
        body: z.strictObject({ email: z.string(), ticket: z.string().optional() }),
      },
    },
    errors: errorResponses({
      ...withBody,
      400: "1000: the body is invalid, the account has no such method, or the code is incomplete; 3005: wrong or expired code, with triesLeft where one try is left",
      403: `3002: too many wrong codes, with until where a day’s limit is reached; ${unknownApiKey}`,
    }),
  },
  setUp: {
    ...pendingCall,
    method: "POST",
    path: "/api/v1/second-factor/authenticators/setup",
    summary: "Start to set up an authenticator app in place of the second proof",
    description:
      "Where `waivedUntil` says that two agents have waived it. Returns the secret of the app; the same sign-in gets the same one again.",
    responses: { 200: { description: "Secret and URI", body: authenticatorSetup } },
    errors: errorResponses({ ...always, 404: notWaived, 409: tooManyApps }),
  },
  add: {
    ...pendingCall,
    method: "POST",
    path: "/api/v1/second-factor/authenticators",
    summary: "Add the authenticator app that this sign-in set up, and complete the sign-in",
    description:
      "With a code that the app shows. The waiver is used up. A browser then opens its session at the gateway’s /pkmslogin.proven; an app gets a ticket.",
    body: z.strictObject({ name: authenticatorName, code: z.string().max(64) }),
    responses: {
      200: {
        description: "Added; the owner is notified",
        body: z.strictObject({ email: z.string(), ticket: z.string().optional() }),
      },
    },
    errors: errorResponses({
      ...withBody,
      400: "1000: the body is invalid; 3005: another code, where `reason` is clockAhead or clockBehind if the clock of the device is wrong",
      404: notWaived,
      409: tooManyApps,
    }),
  },
  extend: {
    ...pendingCall,
    method: "POST",
    path: "/api/v1/second-factor/extension",
    summary: "Extend a pending sign-in by ten minutes, once",
    responses: { 200: { description: "The pending sign-in", body: pendingResponse } },
    errors: errorResponses(always),
  },
} as const satisfies Record<string, Endpoint>;

const deniable = z.strictObject({
  /** `open`: it can still be refused. `passed`: it got in, and refusing it logs out everywhere. */
  state: z.enum(["open", "passed", "denied", "over"]),
  at: moment,
  browser: z.enum(browserIds).optional(),
  system: z.enum(systemIds).optional(),
});
export type DeniableSignInResponse = z.infer<typeof deniable>;

const denialCall = {
  path: "/api/v1/second-factor/denials/{token}",
  tag: "second proof",
  responses: { 200: { description: "The sign-in of the link", body: deniable } },
  errors: errorResponses({ 403: unknownApiKey, 404: "1404: unknown link", 429: tooManyFromClientIp, 503: unavailable }),
} as const;

/** Calls of the link “this wasn’t me” in a message with a code. */
export const denialEndpoints = {
  read: { ...denialCall, method: "GET", summary: "Read the sign-in that a message with a code was about" },
  deny: {
    ...denialCall,
    method: "POST",
    summary: "Refuse a sign-in that was not the owner’s",
    description:
      "Ends the sign-in and holds the method that its code came by until another second proof. One that got in ends every session, and the password is locked until a new one.",
  },
} as const satisfies Record<string, Endpoint>;
