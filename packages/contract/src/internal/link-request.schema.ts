import { agentLinks, linkRequestStates } from "@vestibule/catalogue/support.table.ts";
import { z } from "zod";

/** A link to an e-mail that is not on file, as agents view and decide it. */
export const linkRequestAnswer = z.strictObject({
  id: z.uuid(),
  /** Support reference it was made with. */
  code: z.string(),
  action: z.enum(agentLinks),
  state: z.enum(linkRequestStates),
  /** Masked. */
  email: z.string(),
  /** Number of contacts on file notified, by mail and by text. */
  mails: z.int().nonnegative(),
  texts: z.int().nonnegative(),
  /** Ids of agents. */
  requestedBy: z.string(),
  approvedBy: z.string().optional(),
  refusedBy: z.string().optional(),
  /** The requesting agent made it. */
  isOwn: z.boolean(),
  requestedAt: z.iso.datetime(),
  /** When the link is sent at the earliest, and until when a second agent may approve. */
  dueAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
});
export type LinkRequestAnswer = z.infer<typeof linkRequestAnswer>;

export const linkRequestsAnswer = z.strictObject({ requests: z.array(linkRequestAnswer) });
export const decidedAnswer = z.strictObject({ request: linkRequestAnswer });
