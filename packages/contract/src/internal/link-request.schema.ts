import { agentLinks, linkRequestStates } from "@vestibule/catalogue/support.table.ts";
import { z } from "zod";

/** An agent's request to send a link to an e-mail that is not on file, as agents see it. */
export const linkRequestAnswer = z.strictObject({
  id: z.uuid(),
  /** Support reference from which the link was requested. */
  code: z.string(),
  action: z.enum(agentLinks),
  state: z.enum(linkRequestStates),
  email: z.string(),
  /** How many contacts on file were notified by e-mail and by text. */
  mails: z.int().nonnegative(),
  texts: z.int().nonnegative(),
  /** Ids of agents. */
  requestedBy: z.string(),
  approvedBy: z.string().optional(),
  refusedBy: z.string().optional(),
  isOwn: z.boolean(),
  requestedAt: z.iso.datetime(),
  /** When the link is sent at the earliest, and until when a second agent may approve. */
  dueAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
});
export type LinkRequestAnswer = z.infer<typeof linkRequestAnswer>;

export const linkRequestsAnswer = z.strictObject({ requests: z.array(linkRequestAnswer) });
export const decidedAnswer = z.strictObject({ request: linkRequestAnswer });
