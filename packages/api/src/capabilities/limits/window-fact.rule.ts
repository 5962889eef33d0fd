import { type CommonLimit, commonLimitIds } from "@vestibule/catalogue/support.table.ts";
import type { KeptWindow, Limits, LimitWindow } from "./limit.port.ts";

const prefix = "window.";
const known: readonly string[] = commonLimitIds;

/** Facts of an event by which an agent sees later whether these windows are full: their keys, which tell nobody whose they are. */
export function windowFacts({ keyOf }: Pick<Limits, "keyOf">, windows: readonly LimitWindow[]): Record<string, string> {
  return Object.fromEntries(windows.map((window) => [`${prefix}${window.limit}`, keyOf(window)]));
}

export type FactWindow = KeptWindow & { limit: CommonLimit };

/** The windows that the facts of an event name. */
export function windowsIn(facts: Readonly<Record<string, unknown>>): FactWindow[] {
  return Object.entries(facts).flatMap(([name, key]) => {
    const limit = name.startsWith(prefix) ? name.slice(prefix.length) : "";
    return known.includes(limit) && typeof key === "string" ? [{ limit, key } as FactWindow] : [];
  });
}
