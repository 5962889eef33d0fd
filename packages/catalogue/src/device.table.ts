import { idsOf } from "./ids-of.ts";
/** By their token in the User-Agent header. The first match counts: most browsers also send others' tokens. */
export const browsers = {
  edge: { name: "Microsoft Edge", pattern: /\bEdg(e|A|iOS)?\// },
  samsung: { name: "Samsung Internet", pattern: /\bSamsungBrowser\// },
  opera: { name: "Opera", pattern: /\b(OPR|OPT|OPiOS)\// },
  firefox: { name: "Firefox", pattern: /\b(Firefox|FxiOS)\// },
  chrome: { name: "Chrome", pattern: /(Chrome|\bCriOS)\// },
  safari: { name: "Safari", pattern: /\bVersion\/[\d.]+ .*\bSafari\// },
} as const satisfies Record<string, { name: string; pattern: RegExp }>;
export type BrowserId = keyof typeof browsers;
export const browserIds = idsOf(browsers);

/** Operating systems by their token in the User-Agent header; the first match counts. */
export const systems = {
  iphone: { name: "iPhone", pattern: /\biPhone\b/ },
  ipad: { name: "iPad", pattern: /\biPad\b/ },
  android: { name: "Android", pattern: /\bAndroid\b/ },
  windows: { name: "Windows", pattern: /\bWindows NT\b/ },
  chromebook: { name: "Chromebook", pattern: /\bCrOS\b/ },
  mac: { name: "Mac", pattern: /\bMacintosh\b/ },
  linux: { name: "Linux", pattern: /\bLinux\b/ },
} as const satisfies Record<string, { name: string; pattern: RegExp }>;
export type SystemId = keyof typeof systems;
export const systemIds = idsOf(systems);
