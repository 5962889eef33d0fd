import {
  type BrowserId,
  browserIds,
  browsers,
  type SystemId,
  systemIds,
  systems,
} from "@vestibule/catalogue/device.table.ts";

/** What a person recognises a browser by; undefined where the User-Agent header does not say. */
export interface Device {
  browser?: BrowserId;
  system?: SystemId;
}

export function deviceOf({ browser, system }: { browser: string | null; system: string | null }): Device {
  return {
    ...(browser !== null && { browser: browser as BrowserId }),
    ...(system !== null && { system: system as SystemId }),
  };
}

/** Reads the User-Agent header, of which only these two words are kept. */
export function readDevice(userAgent: string | undefined): Device {
  // Longer headers are no browser's.
  const text = (userAgent ?? "").slice(0, 512);
  const browser = browserIds.find((id) => browsers[id].pattern.test(text));
  const system = systemIds.find((id) => systems[id].pattern.test(text));
  return { ...(browser && { browser }), ...(system && { system }) };
}
