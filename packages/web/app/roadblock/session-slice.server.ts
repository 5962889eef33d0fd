import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { recoveryPages } from "@vestibule/catalogue/recovery-flow.table.ts";
import { codeCauses, raisedRoadblockIds } from "@vestibule/catalogue/roadblock.table.ts";
import { z } from "zod";
import { type ContactPage, contactPages } from "./action-path.table.ts";

const roadblock = z.object({
  id: z.enum(raisedRoadblockIds),
  until: z.string().optional(),
  /** ISO time at which the link mailed with this roadblock expires. */
  mailedUntil: z.string().optional(),
  /** A new reset would have sent a code when this was raised. */
  newCode: z.literal(true).optional(),
  /** A letter with a new PIN can be requested, or was requested on this page. */
  letter: z.enum(["offered", "asked"]).optional(),
  reference: z.string().optional(),
  /** Code of the underlying error, shown in brackets after the page's own. */
  errorCode: z.string().optional(),
  /** Why codes led to the lockout, if they did. */
  codes: z.enum(codeCauses).optional(),
  /** The other role, when only the role did not match the file. */
  otherRole: z.enum(accountTypes).optional(),
  /** Raised by planned maintenance: cleared when that is over. */
  planned: z.literal(true).optional(),
  /** Raised by an outage, and its page was shown: cleared as soon as the API responds. */
  shown: z.literal(true).optional(),
  /** The page of a password reset that failed, and that a retry leads to. */
  recoveryAt: z.enum(recoveryPages).optional(),
  /** Raised in the flow of a link from a message. */
  ofLink: z.literal(true).optional(),
  /** A fresh link was requested too soon: local time from which it can be. Shown once. */
  retryAt: z.string().optional(),
  /** The page that the customer left by choice and may return to. */
  from: z.enum(Object.keys(contactPages) as ContactPage[]).optional(),
});
export type RaisedRoadblock = z.infer<typeof roadblock>;

export const roadblockSlices = {
  /** The roadblock raised for the portal session; roadblock pages open only while it is set. */
  roadblock,
};
