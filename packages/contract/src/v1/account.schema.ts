import { type RaisedRoadblockId, raisedRoadblockIds } from "@vestibule/catalogue/roadblock.table.ts";
import { z } from "zod";

/** Bodies and answers of API v1 that concern accounts, base /api/v1. Field rules run after these shapes. */
export const accountEndpoints = {
  find: { method: "POST", path: "/api/v1/accounts/find" },
  bounce: { method: "POST", path: "/api/v1/accounts/{id}/bounce" },
  welcome: { method: "GET", path: "/api/v1/welcome" },
} as const;

/** An address; a bounce names the one that was found under the id in its path. */
export const findBody = z.strictObject({ email: z.string().max(254) });

/** Alike for an address that nobody uses: the id leads nowhere then, and the status is A. */
export const findAnswer = z.strictObject({ id: z.string(), status: z.enum(["A", "T"]) });
export type FindAnswer = z.infer<typeof findAnswer>;

export const bounceAnswer = z.strictObject({});

export const welcomeAnswer = z.strictObject({});

/** Every error of v1. `errorCode` is absent where only the status speaks. */
export const accountErrorAnswer = z.strictObject({
  errorCode: z.number().int().optional(),
  message: z.string(),
  /** Field name to the key of its fault. */
  fields: z.record(z.string(), z.string()).optional(),
  /** ISO time at which the limit ends by itself, or at which planned maintenance is to be over. */
  until: z.string().optional(),
  /** The message that lets a new password be chosen was sent by this very call. */
  resetMailed: z.literal(true).optional(),
  /** This reset is over; another one would send a new code now. */
  newCode: z.literal(true).optional(),
  /** How often the same may be tried before a roadblock, where that may be told. */
  triesLeft: z.number().int().optional(),
  /** Roadblock that the portal shows. */
  roadblock: z.enum(raisedRoadblockIds as [RaisedRoadblockId, ...RaisedRoadblockId[]]).optional(),
});
export type AccountErrorAnswer = z.infer<typeof accountErrorAnswer>;
