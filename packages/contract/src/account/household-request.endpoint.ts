import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { errorResponses, tokenErrors } from "../error-response.ts";
import { accountCall, accountCallErrors, accountRead } from "./account-call.schema.ts";

/**
 * `paused`: it can be refused, and approved only once a change of the account has settled, at `pausedUntil`, or a freeze
 * was lifted. `ended`: no answer came in time, or the policy has changed. Only an open or paused request has a name.
 */
const householdRequestResponse = z.strictObject({
  state: z.enum(["open", "paused", "approved", "refused", "ended"]),
  firstName: z.string().optional(),
  dueAt: z.iso.datetime().optional(),
  pausedUntil: z.iso.datetime().optional(),
});
export type HouseholdRequestResponse = z.infer<typeof householdRequestResponse>;

const ofMessage = {
  tag: "links",
  responses: { 200: { description: "State of the request", body: householdRequestResponse } },
  errors: errorResponses(tokenErrors),
} as const;

/** Calls of the policyholder whom a message asks to let a driver have a login. Reading changes nothing. */
export const householdRequestEndpoints = {
  read: {
    ...ofMessage,
    method: "GET",
    path: "/api/v1/household-requests/{token}",
    summary: "Read the request of a driver that a message describes, without answering it",
  },
  approve: {
    ...ofMessage,
    method: "POST",
    path: "/api/v1/household-requests/{token}/approval",
    summary: "Let the driver create an account",
    description: "Opens no session, and changes nothing in the policyholder's account. Both are notified.",
  },
  refuse: {
    ...ofMessage,
    method: "POST",
    path: "/api/v1/household-requests/{token}/refusal",
    summary: "Refuse the driver's request",
    description: "Both are notified.",
  },
} as const satisfies Record<string, Endpoint>;

const waitingRequest = z.strictObject({
  id: z.uuid(),
  firstName: z.string(),
  requestedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
});
export type WaitingHouseholdRequest = z.infer<typeof waitingRequest>;

const answer = {
  ...accountCall,
  method: "POST",
  params: z.object({ id: z.uuid() }),
  responses: { 204: { description: "Answered; both are notified" } },
} as const;
const answerErrors = {
  ...accountCallErrors,
  404: "1404: the account has no such request that waits, or the policy has changed",
};

/** Calls of the signed-in policyholder about the same requests. */
export const ownHouseholdRequestEndpoints = {
  list: {
    ...accountRead,
    path: "/account/v1/household-requests",
    summary: "List the requests of drivers that wait for an answer",
    responses: {
      200: {
        description: "Oldest first. While `settlingUntil` is present, none can be approved",
        body: z.strictObject({ requests: z.array(waitingRequest), settlingUntil: z.iso.datetime().optional() }),
      },
    },
  },
  approve: {
    ...answer,
    path: "/account/v1/household-requests/{id}/approval",
    summary: "Let the driver create an account",
    errors: errorResponses({
      ...answerErrors,
      403: `${answerErrors[403]}; 3012: a change of the last 72 hours has not settled; \`until\` says when`,
    }),
  },
  refuse: {
    ...answer,
    path: "/account/v1/household-requests/{id}/refusal",
    summary: "Refuse the driver's request",
    errors: errorResponses(answerErrors),
  },
} as const satisfies Record<string, Endpoint>;
