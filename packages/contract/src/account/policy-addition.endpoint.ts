import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses } from "../error-response.ts";
import { accountCall, accountCallErrors } from "./account-call.schema.ts";

const errors = {
  ...accountCallErrors,
  ...bodyErrors,
  403: "3002: too many wrong codes, with until; 3008: unknown api-key",
  429: "1429: too many requests, messages or codes; Retry-After has the seconds to wait",
};

/** Calls that add a policy of the signed-in person, confirmed by a code to a contact on it. */
export const policyAdditionEndpoints = {
  request: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/policies/addition",
    summary: "Send a code to a contact on another policy of the person",
    description:
      "First name and date of birth are those of the account; the last name may be another one. An unknown policy, other facts and a policy without a contact get the same answer. A new request replaces the previous one.",
    body: z.strictObject({
      policyNumber: z.string().max(254),
      lastName: z.string().max(254),
      postalCode: z.string().max(254),
      /** The other channel is used where the policy has no contact of this one. */
      channel: z.enum(["EMAIL", "SMS"]),
    }),
    responses: {
      200: {
        description: "Sent",
        body: z.strictObject({ maskedRecipient: z.string(), codeEndsAt: z.iso.datetime() }),
      },
    },
    errors: errorResponses({
      ...errors,
      400: "1000: the body or a field is invalid",
      404: "1404: no policy with these facts, or none with a contact for a code",
    }),
  },
  confirm: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/policies/addition/confirmation",
    summary: "Add the policy by its code",
    body: z.strictObject({ code: z.string().max(254) }),
    responses: { 204: { description: "Added, with every policy that the insurer or the contact ties to it" } },
    errors: errorResponses({
      ...errors,
      400: "1000: the body or the code is invalid; 3005: wrong code, with triesLeft where only one try is left",
      404: "1404: no open request of this session",
    }),
  },
} as const satisfies Record<string, Endpoint>;
