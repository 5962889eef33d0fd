import { liveLink } from "@vestibule/contract/v1/link.schema.ts";
import { z } from "zod";
import { expendable } from "../../session/session-slice.server.ts";

const link = z.object({
  token: z.string(),
  answer: liveLink.strip(),
  /** ISO time at which the link's page was last shown. Saving it also renews the session's cookie. */
  seenAt: z.string().optional(),
});
export type LinkSlice = z.infer<typeof link>;

const reissuedLink = z.object({
  /** Token of the expired link. */
  token: z.string(),
  /** Shown once on the next page. */
  flash: z.union([z.literal("askedAgain"), z.object({ retryAt: z.string() })]).optional(),
});
export type ReissuedLinkSlice = z.infer<typeof reissuedLink>;

export const emailLinkSlices = {
  /** The link from a message that was opened in this browser, as the API describes it. */
  link,
  /** An expired link that can be replaced. */
  expiredLink: z.object({ token: z.string() }).register(expendable),
  /** A requested replacement for an expired link. */
  reissuedLink: reissuedLink.register(expendable),
};
