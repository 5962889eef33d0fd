import { faultMessage } from "@vestibule/api/platform/fault-code.rule.ts";
import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import {
  type BrandFaultCode,
  type BrandFinding,
  brandFaultCodes,
  formatJsonPath,
  locationOf,
} from "@vestibule/contract/brand/brand-fault.ts";
import type { z } from "zod";

export type ReadJson<Data> = { kind: "read"; data: Data } | { kind: "invalid"; findings: BrandFinding[] };

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
      findings: [{ location: locationOf(text, position), reason: "is not JSON from here on", code: "json" }],
    };
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) return { kind: "invalid", findings: parsed.error.issues.flatMap(issueFindings) };
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

function issueFindings(issue: z.core.$ZodIssue): BrandFinding[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      location: formatJsonPath([...issue.path, key]),
      reason: "is not known here",
      code: "unknown",
    }));
  const isMissing = issue.code === "invalid_type" && /received undefined$/.test(issue.message);
  const location = formatJsonPath(issue.path);
  if (isMissing) return [{ location, reason: "is missing", code: "missing" }];
  return [{ location, reason: issue.message, ...codeOf(issue) }];
}

function codeOf(issue: z.core.$ZodIssue): Pick<BrandFinding, "code" | "values"> {
  if (issue.code === "invalid_type") return { code: issue.expected === "string" ? "empty" : "number" };
  if (issue.code === "too_small")
    return issue.origin === "string"
      ? { code: "empty" }
      : { code: "tooSmall", values: { limit: String(issue.minimum) } };
  if (issue.code === "too_big") return { code: "tooBig", values: { limit: String(issue.maximum) } };
  if (issue.code === "invalid_value") return { code: "choice" };
  if (issue.code === "invalid_union") return { code: "link" };
  if (issue.code === "custom" && isOneOf(brandFaultCodes, issue.params?.code)) return { code: issue.params.code };
  if (issue.code !== "invalid_format") return { code: "format" };
  if (issue.path[0] === "telephone") return { code: "telephone" };
  return { code: formatCodes[issue.format] ?? "format" };
}

const formatCodes: Readonly<Record<string, BrandFaultCode>> = { email: "email", url: "url", date: "date" };
