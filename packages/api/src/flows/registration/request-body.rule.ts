import type { z } from "zod";

export type ReadBody<Value> = { kind: "read"; value: Value } | { kind: "faults"; fields: Record<string, string> };

const namedFaults = 20;

/** Parses a body by its schema; returns the value, or the fault key of each field. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): ReadBody<z.infer<Schema>> {
  const result = schema.safeParse(body);
  if (result.success) return { kind: "read", value: result.data };
  const faults = result.error.issues.flatMap((issue) => faultsOf(issue, body));
  return { kind: "faults", fields: Object.fromEntries(faults.slice(0, namedFaults)) };
}

function faultsOf(issue: z.core.$ZodIssue, body: unknown): [string, string][] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [key.slice(0, 40), "unknown"]);
  const field = String(issue.path[0] ?? "body");
  if (issue.code === "too_big") return [[field, "maxlength"]];
  // An unchecked box counts as missing.
  const given =
    typeof body === "object" && body !== null && Object.hasOwn(body, field) && Reflect.get(body, field) !== false;
  return [[field, given || field === "body" ? "format" : "required"]];
}
