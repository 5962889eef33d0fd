import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { type SharedLimit, sharedLimits } from "@vestibule/catalogue/support.table.ts";
import type { KeptWindow, Limits, LimitWindow } from "./limit.port.ts";

const prefix = "window.";

/** Audit facts by which an agent sees later whether these windows are full, without revealing the subject. */
export function windowFacts({ keyOf }: Pick<Limits, "keyOf">, windows: readonly LimitWindow[]): Record<string, string> {
  return Object.fromEntries(windows.map((window) => [`${prefix}${window.limit}`, keyOf(window)]));
}

export type FactWindow = KeptWindow & { limit: SharedLimit };

export function windowsIn(facts: Readonly<Record<string, unknown>>): FactWindow[] {
  return Object.entries(facts).flatMap(([name, key]) => {
    const limit = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return isOneOf(sharedLimits, limit) && typeof key === "string" ? [{ limit, key }] : [];
  });
}
