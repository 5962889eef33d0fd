import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";

export const exportFormats = ["jsonl", "ocsf"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** An audit event with the proofs of its chain. */
const exportedEvent = z.strictObject({
  id: z.string(),
  chain: z.number().int(),
  at: z.iso.datetime(),
  event: z.string(),
  result: z.string(),
  brand: z.string().nullable(),
  accountId: z.string().nullable(),
  journeyId: z.string().nullable(),
  actor: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Hash of the chain's event before; empty for its first. */
  previousHash: z.string(),
  /** SHA-256 of the hash before and of this event. */
  hash: z.string(),
  /** Keyed hash, and the id of its key and of the key of the head before; null in the oldest events, which are sealed. */
  keyId: z.string().nullable(),
  mac: z.string().nullable(),
  headKeyId: z.string().nullable(),
});
export type ExportedEvent = z.infer<typeof exportedEvent>;

/** The audit trail for a system that keeps it too. */
export const auditExportEndpoints = {
  read: {
    method: "GET",
    path: "/internal/v1/audit",
    tag: "internal",
    serviceOnly: true,
    summary: "Read the audit trail, oldest first",
    description:
      "Every audit event with the proofs of its chain, at most 200 at a time, none left out. In the format `ocsf` each event is one of the Open Cybersecurity Schema Framework, with the proofs under `unmapped`.",
    query: z.object({
      after: z.string().max(1000).optional().describe("`next` of the page before"),
      since: z.iso
        .datetime({ offset: true })
        .optional()
        .describe("Without `after`: begin with the first event since then"),
      format: z.enum(exportFormats).default("jsonl"),
    }),
    responses: {
      200: {
        description: "A page of events; the last is empty, and its `next` reads what happens later",
        body: z.strictObject({
          events: z.array(z.union([exportedEvent, z.record(z.string(), z.unknown())])),
          next: z.string(),
        }),
      },
    },
    errors: serviceErrors({
      400: "1000: a malformed cursor, time or format",
      410: "1411: a backup was restored after this cursor; begin again without `after`",
    }),
  },
} as const satisfies Record<string, Endpoint>;
