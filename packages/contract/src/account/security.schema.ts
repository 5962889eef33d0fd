import { activityIds } from "@vestibule/catalogue/activity.table.ts";
import { browserIds, systemIds } from "@vestibule/catalogue/device.table.ts";
import { z } from "zod";

/** Browser and operating system, as far as the User-Agent header named them at sign-in. */
const device = { browser: z.enum(browserIds).optional(), system: z.enum(systemIds).optional() };

/** `id` identifies the session in this list; it is not the session's secret. */
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

/** Number of sessions that ended, or of browsers that were forgotten. */
export const countAnswer = z.strictObject({ count: z.int().nonnegative() });

/** At most 18 digits, so that it fits a bigint of PostgreSQL. */
const activityId = z.string().regex(/^\d{1,18}$/);

/** `canDeny`: whether the person can report the activity as not theirs. */
const activity = z.strictObject({
  id: activityId,
  at: z.iso.datetime(),
  activity: z.enum(activityIds),
  ...device,
  canDeny: z.boolean(),
});
export type Activity = z.infer<typeof activity>;

/** `next`: the value of `before` for the next page. */
export const activityAnswer = z.strictObject({ activities: z.array(activity), next: z.string().optional() });
/** `before`: only activities older than this id. `id`: only this activity. */
export const activityQuery = z.object({ before: activityId, id: activityId }).partial();

/** `denied`: id of the activity that the person reports as not theirs. */
export const freezeBody = z.strictObject({ denied: activityId.optional() }).optional();
/** `reference`: nine digits by which an agent finds the account. */
export const freezeAnswer = z.strictObject({ reference: z.string().regex(/^\d{9}$/) });
