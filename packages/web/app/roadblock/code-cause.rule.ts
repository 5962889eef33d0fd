import type { CodeCause } from "@vestibule/catalogue/roadblock.table.ts";

/** What closed a way that codes lead along: `until` where it ends by itself, `fields` that the form sent. */
export interface ClosedWay {
  until?: string | undefined;
  fields: readonly string[];
}

/** Codes are wrong where one was typed, or where many were before; else one more was asked for than may be sent. */
export function codeCauseOf({ until, fields }: ClosedWay): CodeCause {
  const typesCode = fields.includes("securityCode") || fields.includes("securityPin");
  return typesCode || until !== undefined ? "wrongCodes" : "codesSent";
}
