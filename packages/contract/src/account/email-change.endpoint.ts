import type { Endpoint } from "../endpoint.ts";
import { bodyProblems, problems } from "../v1/account.endpoint.ts";
import { accountCall, accountCallProblems } from "./account-call.schema.ts";
import {
  changedEmailAnswer,
  emailChangeAnswer,
  emailChangeBody,
  emailCodeBody,
  emailUndoAnswer,
} from "./email-change.schema.ts";

const errors = {
  ...accountCallProblems,
  ...bodyProblems,
  429: "1429: too many changes, messages or codes; retry-after says how long to wait",
};

/** Calls that change the e-mail of an account, confirmed by a code sent to the new e-mail. */
export const emailChangeEndpoints = {
  request: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/email",
    summary: "Send a code to a new e-mail",
    description:
      "Nothing changes before the code. An e-mail that another account uses gets the same answer; its owner is notified instead. Another request replaces this one.",
    body: emailChangeBody,
    answers: { 200: { description: "Requested", body: emailChangeAnswer } },
    errors: problems({
      ...errors,
      400: "1000: the body breaks the schema, or the e-mail its rule",
      403: "3002: too many wrong codes, until when; 3008: unknown api-key; 3010: the session needs a fresh proof",
    }),
  },
  confirm: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/email/confirmation",
    summary: "Change the e-mail by the code",
    description:
      "In the session that requested it. A message to the e-mail before has a link that undoes the change for 72 hours.",
    body: emailCodeBody,
    answers: { 200: { description: "Changed: the e-mail from now on", body: changedEmailAnswer } },
    errors: problems({
      ...errors,
      400: "1000: not six digits, not counted as an attempt; 3005: wrong or expired code",
      403: "3002: too many wrong codes, until when it is for longer than this change; 3008: unknown api-key",
      404: "1404: this session requested no change, or it is over",
    }),
  },
} as const satisfies Record<string, Endpoint>;

const undo = {
  path: "/api/v1/email-changes/{token}",
  tag: "account",
  answers: { 200: { description: "State of the change", body: emailUndoAnswer } },
  errors: problems({
    404: "1404: no such link",
    429: "1429: too many links opened; retry-after says how long to wait",
  }),
} as const;

/** Calls of the link to the previous e-mail, whose owner can undo the change. Reading changes nothing. */
export const emailUndoEndpoints = {
  read: { ...undo, method: "GET", summary: "Read the change behind the link of a message; nothing changes" },
  undo: {
    ...undo,
    method: "POST",
    summary: "Undo the change, and every later one",
    description: "Every session ends, and the password is locked until a reset at the restored e-mail.",
  },
} as const satisfies Record<string, Endpoint>;
