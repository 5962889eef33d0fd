import { activityIds } from "@vestibule/catalogue/activity.table.ts";
import { browserIds, systemIds } from "@vestibule/catalogue/device.table.ts";
import { signInSignalIds } from "@vestibule/catalogue/sign-in-signal.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses } from "../error-response.ts";
import { accountCall, accountCallErrors, accountRead } from "./account-call.schema.ts";

/** Browser and operating system, as far as the User-Agent header named them at sign-in. */
export const device = { browser: z.enum(browserIds).optional(), system: z.enum(systemIds).optional() };

/** `id` identifies the session or browser in this list; it is not a session's secret. */
const listed = { id: z.uuid(), ...device, lastUsedAt: z.iso.datetime(), isCurrent: z.boolean() };
const listedSession = z.strictObject({ ...listed, startedAt: z.iso.datetime() });
export type ListedSession = z.infer<typeof listedSession>;
const listedBrowser = z.strictObject({ ...listed, firstUsedAt: z.iso.datetime() });
export type ListedBrowser = z.infer<typeof listedBrowser>;

/** At most 18 digits, so that it fits a bigint of PostgreSQL. */
const activityId = z.string().regex(/^\d{1,18}$/);

/**
 * `canDeny`: whether the person can report the activity as not theirs. `signals`: what was unusual about a sign-in.
 */
const activity = z.strictObject({
  id: activityId,
  at: z.iso.datetime(),
  activity: z.enum(activityIds),
  ...device,
  signals: z.array(z.enum(signInSignalIds)).optional(),
  canDeny: z.boolean(),
});
export type Activity = z.infer<typeof activity>;

/** `next`: the value of `before` for the next page. */
const activityResponse = z.strictObject({ activities: z.array(activity), next: z.string().optional() });
/** `before`: only activities older than this id. `id`: only this activity. */
export const activityQuery = z.object({ before: activityId, id: activityId }).partial();

const callById = {
  ...accountCall,
  method: "POST",
  params: z.object({ id: z.uuid() }),
  errors: errorResponses({ ...accountCallErrors, 404: "1404: the account has no such session or browser" }),
} as const;
const postCall = { ...accountCall, method: "POST", errors: errorResponses(accountCallErrors) } as const;
const countResponses = {
  200: { description: "Number of affected entries", body: z.strictObject({ count: z.int().nonnegative() }) },
};

/**
 * Calls that list and end sessions, list and forget known browsers, list the account's activity, and freeze the
 * account.
 */
export const securityEndpoints = {
  sessions: {
    ...accountRead,
    path: "/account/v1/sessions",
    summary: "List the active sessions and the known browsers of an account",
    responses: {
      200: {
        description: "Current ones first, then by last use",
        body: z.strictObject({ sessions: z.array(listedSession), browsers: z.array(listedBrowser) }),
      },
    },
  },
  endSession: {
    ...callById,
    path: "/account/v1/sessions/{id}/end",
    summary: "End another session of the account",
    description: "To end the current session, sign out at the gateway. Requires no fresh proof of identity.",
    responses: countResponses,
  },
  endOtherSessions: {
    ...postCall,
    path: "/account/v1/sessions/end-others",
    summary: "End every session of the account except the current one",
    description: "Ends sign-ins that wait for their second proof too.",
    responses: countResponses,
  },
  forgetBrowser: {
    ...callById,
    path: "/account/v1/browsers/{id}/forget",
    summary: "Forget a known browser of the account",
    description: "Until its next sign-in, it is treated like an unknown browser. Its sessions continue.",
    responses: countResponses,
  },
  forgetOtherBrowsers: {
    ...postCall,
    path: "/account/v1/browsers/forget-others",
    summary: "Forget every known browser of the account except the current one",
    responses: countResponses,
  },
  activity: {
    ...accountRead,
    path: "/account/v1/activity",
    summary: "List the activity of an account in the last twelve months",
    query: activityQuery,
    responses: { 200: { description: "Newest first, twenty at a time", body: activityResponse } },
    errors: errorResponses({ ...accountCallErrors, 400: "1000: invalid id" }),
  },
  freeze: {
    ...postCall,
    path: "/account/v1/freeze",
    summary: "Freeze an account until an agent unfreezes it",
    description:
      "Ends every session, including the caller’s, and revokes tickets, links, password resets, codes and known browsers. The activity that the person denies is recorded for the agent; an unknown one is ignored.",
    /** `denied`: id of the activity that the person reports as not theirs. */
    body: z.strictObject({ denied: activityId.optional() }).optional(),
    /** `reference`: nine digits by which an agent finds the account. */
    responses: {
      200: { description: "The account is frozen", body: z.strictObject({ reference: z.string().regex(/^\d{9}$/) }) },
    },
    errors: errorResponses({ ...accountCallErrors, ...bodyErrors }),
  },
} as const satisfies Record<string, Endpoint>;
