import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { recoveryPages } from "@vestibule/catalogue/recovery-flow.table.ts";
import { raisedRoadblockIds, roadblockCauses } from "@vestibule/catalogue/roadblock.table.ts";
import { z } from "zod";
import { defineSlice } from "../session/session-slice.server.ts";
import { contactPages } from "./action-path.table.ts";

const roadblock = z.object({
  id: z.enum(raisedRoadblockIds),
  until: z.string().optional(),
  /** ISO time at which the link mailed with this roadblock expires. */
  mailedUntil: z.string().optional(),
  /** Set if another reset would have sent a code when the roadblock was raised. */
  newCode: z.literal(true).optional(),
  /** `offered`: the person can request a letter with a new PIN. `asked`: the person has requested it on this page. */
  letter: z.enum(["offered", "asked"]).optional(),
  reference: z.string().optional(),
  /** Code of the underlying error, shown in brackets after the code of the page. */
  errorCode: z.string().optional(),
  /** What led to the roadblock, where its sentences depend on it. */
  cause: z.enum(roadblockCauses).optional(),
  /** The other role, if only the role did not match the file. */
  otherRole: z.enum(accountTypes).optional(),
  /** Set by planned maintenance; the roadblock is cleared when it is over. */
  planned: z.literal(true).optional(),
  /** Set when the page of an outage was shown; the roadblock is cleared as soon as the API responds. */
  shown: z.literal(true).optional(),
  /** The page of a password reset that failed; a retry leads back to it. */
  recoveryAt: z.enum(recoveryPages).optional(),
  /** Set if a link from a message led here. */
  ofLink: z.literal(true).optional(),
  /** Local time from which a new link can be requested, after a request that came too soon. Shown once. */
  retryAt: z.string().optional(),
  /** The page that the person left for this roadblock and can return to. */
  from: z.enum(idsOf(contactPages)).optional(),
});
export type RaisedRoadblock = z.infer<typeof roadblock>;

/** The roadblock raised for the portal session; roadblock pages open only while it is set. */
export const roadblockSlice = defineSlice("roadblock", roadblock);

export const roadblockSlices = [roadblockSlice];
