import { z } from "zod";
import { chainCount, type TrailPosition } from "../audit/audit-page.store.ts";

/** Where a reader of the feed is: after a position in the audit trail as it is since this restore. */
export interface EventCursor {
  brand: string | undefined;
  epoch: string;
  position: TrailPosition;
}

const schema = z.strictObject({
  brand: z.string().optional(),
  epoch: z.string(),
  position: z.array(z.number().int().nonnegative()).length(chainCount),
});

export function writeCursor(cursor: EventCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

/** Returns undefined for a text that `writeCursor` has not returned. */
export function readCursor(text: string): EventCursor | undefined {
  try {
    const { brand, ...read } = schema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { brand, ...read };
  } catch {
    return undefined;
  }
}
