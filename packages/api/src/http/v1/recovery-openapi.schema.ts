import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import {
  extendAnswer,
  extendBody,
  notificationAnswer,
  passwordAnswer,
  passwordBody,
  recoveryEndpoints,
  resetAnswer,
  resetBody,
  resetNotificationBody,
  resetProof,
  temporaryAnswer,
  temporaryBody,
  validationBody,
} from "@vestibule/contract/v1/recovery.schema.ts";

type Registry = OpenAPIHono["openAPIRegistry"];
type Described = Exclude<keyof typeof recoveryEndpoints, "authenticate">;

interface Description {
  summary: string;
  description: string;
  body: z.ZodType;
  answer: z.ZodType;
  /** Description of the 200 response. */
  granted: string;
  /** Statuses of this call in addition to the common ones. */
  errors: Readonly<Record<number, string>>;
  query?: z.ZodObject;
}

const malformed = "1000: the body breaks the schema, or a field its rule";
const elsewhere = "1404: no such journey under this brand, or one that is over";

const descriptions: Readonly<Record<Described, Description>> = {
  reset: {
    summary: "Begin a reset of a password",
    description:
      "Alike for an address that nobody uses, in status, shape and time. The message carries a code of six digits, ten minutes, and a link, thirty; either finishes the reset. More than 5 an hour or 10 a day to one address are not sent, and nobody is told.",
    body: resetBody,
    answer: resetAnswer,
    granted: "The id of the reset, for the calls below",
    errors: { 400: malformed, 403: "3008: the api-key header names no client" },
  },
  notify: {
    summary: "Ask for the reset's message again",
    description:
      "Code and link are new ones; those before are worth nothing. Also takes the id that finding an account gave: a reset begins then.",
    body: resetNotificationBody,
    answer: notificationAnswer,
    granted: "Taken note of",
    errors: {
      400: malformed,
      403: "3002: four more were asked for (resend-reset-password), or the reset is over after wrong answers (login-difficulties; newCode, or until when none is sent); 3008: unknown api-key",
      404: elsewhere,
    },
  },
  validate: {
    summary: "Give the code of a reset",
    description: "The third wrong code ends the reset. Ten in a day, over all resets of one person, close this way.",
    body: validationBody,
    answer: resetProof,
    granted: "The code was right; the token sets one password within ten minutes",
    errors: {
      400: "1000: not six digits, which costs no try; 3005: not the right code, or not any more",
      403: "3002: too many wrong codes (login-difficulties; newCode where another reset sends a code now, else until); 3008: unknown api-key",
      404: elsewhere,
    },
  },
  temporary: {
    summary: "Give a temporary password",
    description: "The id is the one that finding the account gave. The third wrong one sends the reset's message.",
    body: temporaryBody,
    answer: temporaryAnswer,
    granted: "Right: the id and the token set one password within ten minutes",
    errors: {
      400: "1000: the body breaks the schema; 3005: not the right one",
      403: "3002: the third wrong one, until when, or a right one past its day (temporary); resetMailed where the reset's message was sent by this call; 3008: unknown api-key",
      404: elsewhere,
    },
  },
  extend: {
    summary: "Give a token more time",
    description:
      "The ten minutes of a token that a code or a temporary password led to begin anew; it ends an hour after the reset began in any case. Nothing else changes.",
    body: extendBody,
    answer: extendAnswer,
    granted: "When it is over now: unless more time is asked for, and in any case",
    errors: { 400: malformed, 403: "3008: the api-key header names no client", 404: elsewhere },
  },
  password: {
    summary: "Set a new password",
    description:
      "With tempPassword and the id that finding the account gave; or with a token: after a temporary password alone, after a code or with a link's own token beside the identity fact that was asked for. A password that is refused uses nothing up. Where the brand signs in after a reset (features.signInAfterReset, built-in gateway), the answer carries a ticket for the gateway: one use, 60 seconds.",
    body: passwordBody,
    answer: passwordAnswer,
    granted: "Set: locks are lifted, sessions ended, the owner told",
    query: z.object({ "pwd-version": z.string().optional().describe("Accepted; decides nothing") }),
    errors: {
      400: "1000: the body breaks the schema; 1002: the identity fact does not match; 1003: the third that does not (login-difficulties with newCode or until, or wrong-cellphone with until); 2001: one of the last passwords; 2002: against the rules, named in fields.password; 2003: a character that is not allowed; 3005: not the right temporary password; 4001: the account's new address is somebody else's",
      403: "3002: too many wrong temporary passwords (temporary); 3004: the link was used, superseded, or is past its time (token-expired); 3008: unknown api-key",
      404: elsewhere,
    },
  },
};

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });
const always = {
  413: problem("The body is larger than 16 KiB"),
  415: problem("The body is not application/json"),
  429: problem("1429: too many from this address; retry-after says how long to wait"),
  503: problem("1503: not now, 1504: the policy directory does not answer in time; retry-after says when"),
};

export function describeRecovery(registry: Registry): void {
  for (const [name, { summary, description, body, answer, granted, errors, query }] of Object.entries(descriptions)) {
    const { path } = recoveryEndpoints[name as Described];
    const [, id] = /\{(\w+)\}/.exec(path) ?? [];
    registry.registerPath({
      method: "post",
      path,
      summary,
      description,
      tags: ["recovery"],
      request: {
        ...(id !== undefined && { params: z.object({ [id]: z.string() }) }),
        ...(query && { query }),
        body: { required: true, content: json(body) },
      },
      responses: {
        200: { description: granted, content: json(answer) },
        ...Object.fromEntries(Object.entries(errors).map(([status, text]) => [status, problem(text)])),
        ...always,
      },
    });
  }
}
