import { liveLink } from "@vestibule/contract/v1/link.schema.ts";
import { z } from "zod";
import { defineSlice } from "../session/session-slice.server.ts";

const link = z.object({
  token: z.string(),
  answer: liveLink.strip(),
  /** ISO time at which the link's page was last shown. Saving it also renews the session's cookie. */
  seenAt: z.string().optional(),
});
export type SessionLink = z.infer<typeof link>;

const reissuedLink = z.object({
  /** Token of the expired link. */
  token: z.string(),
  /** Shown once on the next page. */
  flash: z.union([z.literal("askedAgain"), z.object({ retryAt: z.string() })]).optional(),
});
export type SessionReissuedLink = z.infer<typeof reissuedLink>;

/** The link from a message that was opened in this browser, as the API describes it. */
export const linkSlice = defineSlice("link", link, { isPersonal: true });

/** An expired link that can be replaced. */
export const expiredLinkSlice = defineSlice("expiredLink", z.object({ token: z.string() }), {
  isExpendable: true,
  isPersonal: true,
});

/** A requested replacement for an expired link. */
export const reissuedLinkSlice = defineSlice("reissuedLink", reissuedLink, { isExpendable: true, isPersonal: true });

export const linkSlices = [linkSlice, expiredLinkSlice, reissuedLinkSlice];
