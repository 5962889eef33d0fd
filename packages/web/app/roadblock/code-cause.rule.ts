import type { CodeCause } from "@vestibule/catalogue/roadblock.table.ts";

/** A lockout of a code flow: `until` when it expires, `fields` that the form submitted. */
export interface ClosedWay {
  until?: string | undefined;
  fields: readonly string[];
}

/** Wrong codes when a code was typed or a lockout began; otherwise the limit of sent codes was reached. */
export function codeCauseOf({ until, fields }: ClosedWay): CodeCause {
  const typesCode = fields.includes("securityCode") || fields.includes("securityPin");
  return typesCode || until !== undefined ? "wrongCodes" : "codesSent";
}
