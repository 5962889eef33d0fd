import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses, tokenErrors } from "../error-response.ts";
import { accountCall, accountCallErrors } from "./account-call.schema.ts";

const errors = {
  ...accountCallErrors,
  ...bodyErrors,
  429: "1429: too many changes, messages or codes; Retry-After has the seconds to wait",
};

/** Calls that change the e-mail of an account, confirmed by a code sent to the new e-mail. */
export const emailChangeEndpoints = {
  request: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/email",
    summary: "Send a code to a new e-mail",
    description:
      "The e-mail changes only once the code is verified. The response is the same for an e-mail that another account uses; its owner is notified instead. A new request replaces the previous one.",
    body: z.strictObject({ email: z.string().max(254) }),
    /** `codeEndsAt`: when the code expires. */
    responses: { 200: { description: "Requested", body: z.strictObject({ codeEndsAt: z.iso.datetime() }) } },
    errors: errorResponses({
      ...errors,
      400: "1000: the body or the e-mail is invalid",
      403: "3002: too many wrong codes, with until; 3008: unknown api-key; 3010: a fresh proof of identity is required",
    }),
  },
  confirm: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/email/confirmation",
    summary: "Confirm the new e-mail by its code",
    description:
      "In the session that requested the change. A message to the previous e-mail has a link that undoes the change for 72 hours, unless that e-mail was itself changed so recently.",
    body: z.strictObject({ code: z.string().max(254) }),
    responses: { 200: { description: "The new e-mail", body: z.strictObject({ email: z.string() }) } },
    errors: errorResponses({
      ...errors,
      400: "1000: not six digits, does not count as an attempt; 3005: wrong or expired code",
      403: "3002: too many wrong codes, with until where the lockout outlasts this change; 3008: unknown api-key",
      404: "1404: this session has no open change",
    }),
  },
} as const satisfies Record<string, Endpoint>;

/** `ended`: too late, or an earlier change was undone. `taken`: another account has the previous e-mail. */
const emailUndoResponse = z.strictObject({
  state: z.enum(["open", "undone", "ended", "taken"]),
  /** The e-mail that an undo restores. */
  maskedEmail: z.string().optional(),
  /** That e-mail unmasked, only after the undo, so that the next page is filled in with it. */
  email: z.string().optional(),
});
export type EmailUndoResponse = z.infer<typeof emailUndoResponse>;

const undo = {
  path: "/api/v1/email-changes/{token}",
  tag: "account",
  responses: { 200: { description: "State of the change", body: emailUndoResponse } },
  errors: errorResponses(tokenErrors),
} as const;

/** Calls of the link to the previous e-mail, whose owner can undo the change. Reading changes nothing. */
export const emailUndoEndpoints = {
  read: { ...undo, method: "GET", summary: "Read the change that an undo link belongs to, without undoing it" },
  undo: {
    ...undo,
    method: "POST",
    summary: "Undo the change and every later one",
    description: "Ends every session and locks the password until a reset by the restored e-mail.",
  },
} as const satisfies Record<string, Endpoint>;
