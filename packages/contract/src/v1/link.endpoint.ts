import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses, tokenErrors, unavailable, unknownApiKey } from "../error-response.ts";
import { emptyResponse } from "./account.schema.ts";
import {
  accountCreateBody,
  linkRemovalBody,
  linkResponse,
  registrationValidation,
  stopLinkResponse,
} from "./link.schema.ts";
import { authenticationBody, authenticationResponse, expiryResponse, validationBody } from "./recovery.schema.ts";

const refusals = {
  403: unknownApiKey,
  429: "1429: too many requests from this client IP, or too soon after the last message; Retry-After has the seconds to wait",
  503: unavailable,
};
const bodyRefusals = { ...refusals, ...bodyErrors };

/** Links from e-mails. Reading a link never consumes it. */
export const linkEndpoints = {
  read: {
    method: "GET",
    path: "/api/v1/tokens/{token}",
    tag: "links",
    summary: "Read a link from an e-mail",
    description:
      "Reading does not consume the link. A used, deleted, superseded or expired link returns only TOKEN_EXPIRED.",
    query: z.object({ src: z.enum(linkSources).optional() }),
    responses: { 200: { description: "The link, or TOKEN_EXPIRED", body: linkResponse } },
    errors: errorResponses({ ...refusals, 404: "1404: the brand has no such link, or the source is unknown" }),
  },
  remove: {
    method: "DELETE",
    path: "/api/v1/tokens/{token}",
    tag: "links",
    summary: "Delete a link",
    description:
      "Creating an account or confirming a password already consumes the link. An active link is deleted only with the fact that identityFact names; a wrong fact counts as an attempt. The response is the same in every case, also for an ended or unknown link.",
    body: linkRemovalBody.optional(),
    responses: { 204: { description: "Accepted" } },
    errors: errorResponses(bodyRefusals),
  },
  sendReissuedLink: {
    method: "POST",
    path: "/api/v1/tokens/{token}/notification",
    tag: "links",
    summary: "Request a new link in place of an expired one",
    description:
      "For the same action and e-mail, at most three times. Above the limit of an e-mail, the response is the same and no message is sent.",
    body: z.strictObject({ mediumType: z.literal("EMAIL"), notificationType: z.literal("LOCKED_ACCOUNT") }),
    responses: { 200: { description: "Requested", body: emptyResponse } },
    errors: errorResponses({
      ...bodyRefusals,
      403: "3002: requested too often, roadblock resend-email; 3008: unknown api-key",
      404: "1404: the link is unknown, still active, or its purpose is completed",
    }),
  },
} as const satisfies Record<string, Endpoint>;

const stopLink = {
  path: "/api/v1/stop-links/{token}",
  tag: "links",
  responses: { 200: { description: "State of the request", body: stopLinkResponse } },
  errors: errorResponses(tokenErrors),
} as const;

/** Calls of a contact on file who was notified of a requested link to another e-mail. Reading changes nothing. */
export const stopLinkEndpoints = {
  read: { ...stopLink, method: "GET", summary: "Read the request that a stop link belongs to, without changing it" },
  stop: { ...stopLink, method: "POST", summary: "Stop the request that the message describes" },
} as const satisfies Record<string, Endpoint>;

const lockedOutOrExpired = "3002: locked out, `roadblock` says why; 3004: the link has ended; 3008: unknown api-key";
const ended = "1404: the id belongs to another registration or brand, or the registration has ended";
const endedOrDone = `${ended}; 1405: an earlier copy of this call has completed it`;
const malformed = "1000: the body is invalid, or lacks the fact that identityFact names";

/** Calls of registrations by policy number and by link, after the lookup. Ids come from earlier responses. */
export const policyNumberRegistrationEndpoints = {
  /** Answers a question, such as an e-mail; without a body, resends its message. */
  validate: {
    method: "POST",
    path: "/api/v1/registrations/{registrationId}/validations/{validationId}/",
    tag: "links",
    summary: "Choose a verification method, verify its code, or answer a question of a registration",
    description:
      "Without a body, chooses the method or resends its message. With a value, verifies the code or PIN of the method, or answers ASKEMAIL or ASKUSERNAME with an e-mail. A correct code that is sent again is refused; the response has the next question. `replay` is accepted and ignored.",
    body: validationBody.optional(),
    responses: {
      200: {
        description: "Verified: a password can be set, together with the fact that identityFact names",
        body: registrationValidation,
      },
      202: { description: "A code or a link was sent", body: registrationValidation },
      240: {
        description:
          "With `error`: a wrong code, or an e-mail that is in use. Otherwise the chosen method sends no message, or `action` is the next question (ASKEMAIL, ASKUSERNAME, ASKEMAILCODE, ASKPASSWORD) or WELCOME_BACK where the person has an account",
        body: registrationValidation,
      },
    },
    errors: errorResponses({
      ...bodyRefusals,
      400: "1000: the body or the value is invalid; does not count as an attempt",
      403: lockedOutOrExpired,
      404: ended,
    }),
  },
  /** Restarts the idle time; it can be called repeatedly until the absolute expiry. */
  extend: {
    method: "POST",
    path: "/api/v1/registrations/{registrationId}/extend",
    tag: "links",
    summary: "Extend a registration",
    description:
      "Restarts the idle timeout of 15 minutes, at most until 30 minutes after the start. Codes and counts of attempts do not change. Every other accepted call extends the registration too.",
    body: z.strictObject({}).optional(),
    responses: { 200: { description: "When the registration expires", body: expiryResponse } },
    errors: errorResponses({
      ...bodyRefusals,
      400: "1000: the body is not an empty object",
      404: ended,
    }),
  },
  /** In place of the password that ASKPASSWORD asks for. */
  askPolicyholder: {
    method: "POST",
    path: "/api/v1/registrations/{registrationId}/household-request",
    tag: "links",
    summary: "Ask the policyholder to let a driver have a login",
    description:
      "The policyholder gets a message and answers within 72 hours. The result goes to the e-mail in the body; an approval sends a link that creates the driver's own account under it. While a request is open, the response is the same and no message is sent. The registration stays open.",
    body: z.strictObject({ email: z.string().max(254) }),
    responses: {
      202: {
        description: "Asked: where the result goes, and until when the policyholder can answer",
        body: z.strictObject({ email: z.string(), dueAt: z.iso.datetime() }),
      },
      240: { description: "With `error`: another account uses the e-mail", body: registrationValidation },
    },
    errors: errorResponses({
      ...bodyRefusals,
      400: "1000: the body or the e-mail is invalid",
      403: lockedOutOrExpired,
      404: ended,
      429: "1429: asked too often; Retry-After has the seconds to wait",
    }),
  },
  create: {
    method: "POST",
    path: "/api/v1/accounts/{id}/create",
    tag: "links",
    summary: "Create the account of a link or of a verified registration",
    description: "Requires the fact that identityFact names. The ticket signs in once, within 60 seconds.",
    body: accountCreateBody,
    responses: {
      201: { description: "Created", body: authenticationResponse },
      240: {
        description: "For a registration: the person has got an account in the meantime, which the response describes",
        body: registrationValidation,
      },
    },
    errors: errorResponses({
      ...bodyRefusals,
      400: `${malformed}; 1002, 1003: wrong fact, 1002 with triesLeft; 2002, 2003: refused password; 4001: the e-mail is in use`,
      403: lockedOutOrExpired,
      404: endedOrDone,
    }),
  },
  /** Checks the password of an account that was found, or to which a link or a registration adds its profile. */
  authenticate: {
    method: "POST",
    path: "/api/v1/accounts/{id}/authentication",
    tag: "accounts",
    summary: "Check the password of an existing account",
    description:
      "A wrong password counts as at the gateway. With the id of a link or a registration, adds its person to the account; the fact that identityFact names is checked before the password.",
    body: authenticationBody,
    responses: { 200: { description: "Correct password", body: authenticationResponse } },
    errors: errorResponses({
      ...bodyRefusals,
      400: `${malformed}; 3005: wrong password, with triesLeft before the last attempt of a registration or link; 1002, 1003: wrong fact, 1002 with triesLeft`,
      403: lockedOutOrExpired,
      404: endedOrDone,
      412: "1412: the insurer has disabled the account",
    }),
  },
} as const satisfies Record<string, Endpoint>;
