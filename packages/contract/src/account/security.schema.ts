import { activityIds } from "@vestibule/catalogue/activity.table.ts";
import { browserIds, systemIds } from "@vestibule/catalogue/device.table.ts";
import { z } from "zod";

/** Browser and system, where the browser named them at its sign-in. */
const device = { browser: z.enum(browserIds).optional(), system: z.enum(systemIds).optional() };

/** `id` names the session to its person; it opens nothing. */
const listedSession = z.strictObject({
  id: z.uuid(),
  ...device,
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type ListedSession = z.infer<typeof listedSession>;

const listedBrowser = z.strictObject({
  id: z.uuid(),
  ...device,
  firstUsedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type ListedBrowser = z.infer<typeof listedBrowser>;

export const sessionsAnswer = z.strictObject({ sessions: z.array(listedSession), browsers: z.array(listedBrowser) });

/** How many sessions ended, or browsers were forgotten. */
export const countAnswer = z.strictObject({ count: z.int().nonnegative() });

/** Fits a bigint of the database. */
const activityId = z.string().regex(/^\d{1,18}$/);

/** `canDeny`: done as the person, who may say that it was another person. */
const activity = z.strictObject({
  id: activityId,
  at: z.iso.datetime(),
  activity: z.enum(activityIds),
  ...device,
  canDeny: z.boolean(),
});
export type Activity = z.infer<typeof activity>;

/** `next`: the value of `before` for the page after this one. */
export const activityAnswer = z.strictObject({ activities: z.array(activity), next: z.string().optional() });
/** `id`: that one alone. */
export const activityQuery = z.object({ before: activityId, id: activityId }).partial();

/** `denied`: id of the activity that the person did not cause. */
export const freezeBody = z.strictObject({ denied: activityId.optional() }).optional();
/** `reference`: nine digits by which an agent finds the account. */
export const freezeAnswer = z.strictObject({ reference: z.string().regex(/^\d{9}$/) });
