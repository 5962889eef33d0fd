import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyProblems, problems, unavailable, unknownApiKey } from "./account.endpoint.ts";
import {
  accountCreateBody,
  linkAnswer,
  linkRemovalBody,
  lockedNotificationBody,
  registrationValidation,
  stopLinkAnswer,
} from "./link.schema.ts";
import { registrationExtendAnswer } from "./policy-number-registration.schema.ts";
import { authenticationAnswer, authenticationBody, notificationAnswer, validationBody } from "./recovery.schema.ts";

const refusals = {
  403: unknownApiKey,
  429: "1429: too many from this client IP, or too soon after the last message; retry-after says how long to wait",
  503: unavailable,
};
const bodyRefusals = { ...refusals, ...bodyProblems };

/** Links from e-mails. Reading a link never consumes it. */
export const linkEndpoints = {
  read: {
    method: "GET",
    path: "/api/v1/tokens/{token}",
    tag: "links",
    summary: "What a link from an e-mail leads to",
    description: "Reading never consumes it. Used, deleted, superseded or past its date: TOKEN_EXPIRED alone.",
    query: z.object({ src: z.enum(linkSources).optional() }),
    answers: { 200: { description: "The link, or that it is over", body: linkAnswer } },
    errors: problems({ ...refusals, 404: "1404: no such link under the brand, or an unknown source" }),
  },
  remove: {
    method: "DELETE",
    path: "/api/v1/tokens/{token}",
    tag: "links",
    summary: "Delete a link",
    description:
      "A link that made an account or confirmed a password is used up by that call. A live one is deleted only with the fact that identityFact names; a wrong fact counts as an attempt, as where an account is made. One answer in every case, also for a link that is over or never was.",
    body: linkRemovalBody.optional(),
    answers: { 204: { description: "Accepted" } },
    errors: problems(bodyRefusals),
  },
  sendReissuedLink: {
    method: "POST",
    path: "/api/v1/tokens/{token}/notification",
    tag: "links",
    summary: "Request a new link in place of an expired one",
    description:
      "For the same action, to the same e-mail, three times. Over the limit of an e-mail the answer is the same and no message is sent.",
    body: lockedNotificationBody,
    answers: { 200: { description: "Asked for", body: notificationAnswer } },
    errors: problems({
      ...bodyRefusals,
      403: "3002: asked for too often, roadblock resend-email; 3008",
      404: "1404: nothing to renew: no such link, a live one, or one its owner finished with",
    }),
  },
} as const satisfies Record<string, Endpoint>;

const stopLink = {
  path: "/api/v1/stop-links/{token}",
  tag: "links",
  answers: { 200: { description: "State of the request", body: stopLinkAnswer } },
  errors: problems({
    404: "1404: no such link",
    429: "1429: too many links opened; retry-after says how long to wait",
  }),
} as const;

/** Calls of a contact on file who was notified of a requested link to another e-mail. Reading changes nothing. */
export const stopLinkEndpoints = {
  read: { ...stopLink, method: "GET", summary: "Read the request behind the stop link of a message; nothing changes" },
  stop: { ...stopLink, method: "POST", summary: "Stop the request that the message describes" },
} as const satisfies Record<string, Endpoint>;

const lockedOutOrExpired = "3002: a limit is reached, roadblock says which; 3004: the link is over; 3008";
const overBefore =
  "1404: the id is of another journey or brand, or the registration is over; 1405: over by this very call, sent before";
const over = "1404: an id is of another journey or brand, or the registration is over";
const malformed = "1000: the body breaks the schema, or misses what identityFact asks";

/** Calls of registrations by policy number and by link, after the lookup. Ids come from earlier responses. */
export const policyNumberRegistrationEndpoints = {
  /** Answers a question, such as an e-mail; without a body, resends its message. */
  validate: {
    method: "POST",
    path: "/api/v1/registrations/{registrationId}/validations/{validationId}/",
    tag: "links",
    summary: "Choose a way to prove who one is, or answer what a registration asked",
    description:
      "Without a body: a method is chosen, or its message sent again. With a value: the code or PIN of that method, or the e-mail that ASKEMAIL and ASKUSERNAME ask for. A right code given again is refused, with what is asked now. `replay` is accepted and decides nothing.",
    body: validationBody.optional(),
    answers: {
      200: {
        description: "Verified: a password may be chosen, with the fact that identityFact names",
        body: registrationValidation,
      },
      202: { description: "A code or a link is on its way", body: registrationValidation },
      240: {
        description:
          "By `error`: not the right code, or an e-mail that is in use. Else the method was chosen and sends nothing, or `action` says what is asked next (ASKEMAIL, ASKUSERNAME, ASKEMAILCODE, ASKPASSWORD) or that there is an account (WELCOME_BACK)",
        body: registrationValidation,
      },
    },
    errors: problems({
      ...bodyRefusals,
      400: "1000: the body breaks the schema, or the value its rule; not counted as an attempt",
      403: lockedOutOrExpired,
      404: over,
    }),
  },
  /** Restarts the idle time; it can be called repeatedly until the absolute expiry. */
  extend: {
    method: "POST",
    path: "/api/v1/registrations/{registrationId}/extend",
    tag: "links",
    summary: "Give a registration under way more time",
    description:
      "Restarts its 15 idle minutes; it still ends 30 minutes after its start. Not a step: codes and counts of attempts do not change. Any other accepted call has the same effect.",
    body: z.strictObject({}).optional(),
    answers: { 200: { description: "When it is over now", body: registrationExtendAnswer } },
    errors: problems({
      ...bodyRefusals,
      400: "1000: there is a body, and it is not an empty object",
      404: "1404: the id is of another journey or brand, or the registration is over",
    }),
  },
  create: {
    method: "POST",
    path: "/api/v1/accounts/{id}/create",
    tag: "links",
    summary: "Create the account that a link was issued for, or whose owner a registration has verified",
    description: "With the fact that identityFact names. The ticket signs in once, within 60 seconds.",
    body: accountCreateBody,
    answers: {
      201: { description: "Made", body: authenticationAnswer },
      240: {
        description: "The person has an account by now, which the answer describes; only for a registration",
        body: registrationValidation,
      },
    },
    errors: problems({
      ...bodyRefusals,
      400: `${malformed}; 1002, 1003: the fact, 1002 with triesLeft; 2002, 2003: the password; 4001: the e-mail is in use`,
      403: lockedOutOrExpired,
      404: overBefore,
    }),
  },
  /** Checks the password of an account that was found, or to which a link or a registration adds its profile. */
  authenticate: {
    method: "POST",
    path: "/api/v1/accounts/{id}/authentication",
    tag: "accounts",
    summary: "Check the password of an account that was found, or that a link or a registration leads to",
    description:
      "A wrong password counts like one at the gateway. By a link or a registration, its profile is added to the account; the fact that identityFact names is checked before the password.",
    body: authenticationBody,
    answers: { 200: { description: "Right", body: authenticationAnswer } },
    errors: problems({
      ...bodyRefusals,
      400: `${malformed}; 3005: the password, with triesLeft on the last try of a registration or link; 1002, 1003: the fact, 1002 with triesLeft`,
      403: lockedOutOrExpired,
      404: overBefore,
      412: "1412: the insurer took the access away",
    }),
  },
} as const satisfies Record<string, Endpoint>;
