import { faultMessage } from "@vestibule/api/platform/fault-code.rule.ts";
import type { z } from "zod";
import { type Finding, formatJsonPath, locationOf } from "./brand-fault.ts";

export type ReadJson<Data> = { kind: "read"; data: Data } | { kind: "invalid"; findings: Finding[] };

/** Parses JSON text and validates it against the schema, or returns every fault. */
export function readJson<Schema extends z.ZodType>(schema: Schema, file: string): ReadJson<z.output<Schema>> {
  const text = file.replace(/^\ufeff/, "");
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (fault) {
    const position = faultPosition(text, faultMessage(fault));
    return {
      kind: "invalid",
      findings: [{ location: locationOf(text, position), reason: "is not JSON from here on" }],
    };
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return { kind: "invalid", findings: parsed.error.issues.map(issueFinding) };
  return { kind: "read", data: parsed.data };
}

/**
 * V8 reports either the position, or the ten characters around it with an ellipsis where the text goes on; with neither,
 * the text ended too early.
 */
function faultPosition(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position) return Number(position);
  const [, before, around = "", after] = /, (\.\.\.)?"([\s\S]+?)"(\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  if (before && text.includes(around)) return text.indexOf(around) + 10;
  return after ? around.length - 10 : text.length;
}

function issueFinding(issue: z.core.$ZodIssue): Finding {
  if (issue.code === "unrecognized_keys" && issue.keys.length === 1)
    return { location: formatJsonPath([...issue.path, issue.keys[0] ?? ""]), reason: "is not known here" };
  const missing = issue.code === "invalid_type" && /received undefined$/.test(issue.message);
  return { location: formatJsonPath(issue.path), reason: missing ? "is missing" : issue.message };
}
