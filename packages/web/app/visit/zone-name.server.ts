import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import { nameTimeZone } from "@vestibule/wording/format.ts";
import type { PortalRequestContext } from "./request-context.ts";

type WithProvince = Pick<PortalRequestContext, "brand" | "province" | "provinceFrom" | "language" | "now">;

/**
 * Name of the province's time zone; undefined when the province was chosen, or when the brand sells in one zone only.
 */
export function namedZone(visit: WithProvince): string | undefined {
  const { brand, province, provinceFrom, language, now } = visit;
  if (provinceFrom === "choice") return undefined;
  const served = Object.keys(brand.provinces) as ProvinceId[];
  const zones = new Set(served.map((id) => nameTimeZone(provinces[id].timeZone, language, now)));
  return zones.size > 1 ? nameTimeZone(provinces[province].timeZone, language, now) : undefined;
}

/** A text with a time, followed by the time zone when it must be named. */
export function inZone(visit: WithProvince, words: string): string {
  const zone = namedZone(visit);
  return zone === undefined ? words : `${words} (${zone})`;
}
