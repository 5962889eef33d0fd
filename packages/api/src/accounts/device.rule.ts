import {
  type BrowserId,
  browserIds,
  browsers,
  type SystemId,
  systemIds,
  systems,
} from "@vestibule/catalogue/device.table.ts";

/** Browser and operating system; undefined where the User-Agent header does not name them. */
export interface Device {
  browser?: BrowserId | undefined;
  system?: SystemId | undefined;
}

/** Reads browser and operating system from the User-Agent header; nothing else of it is kept. */
export function readDevice(userAgent: string | undefined): Device {
  // No browser sends a longer header; the limit bounds the work of the patterns.
  const text = (userAgent ?? "").slice(0, 512);
  const browser = browserIds.find((id) => browsers[id].pattern.test(text));
  const system = systemIds.find((id) => systems[id].pattern.test(text));
  return { browser, system };
}

/** What a message keeps of a device: its ids, without those that are unknown. */
export function deviceFacts({ browser, system }: Device): Record<string, string> {
  return { ...(browser && { browser }), ...(system && { system }) };
}
