import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import { nameTimeZone } from "@vestibule/wording/zone-name.ts";
import type { PortalRequestContext } from "./request-context.ts";

type WithProvince = Pick<PortalRequestContext, "brand" | "province" | "provinceFrom" | "language" | "now">;

/** The zone of a page's times, where the province is a guess and the brand sells in more than one; else it goes without saying. */
export function namedZone(visit: WithProvince): string | undefined {
  const { brand, province, provinceFrom, language, now } = visit;
  if (provinceFrom === "choice") return undefined;
  const served = Object.keys(brand.provinces) as ProvinceId[];
  const zones = new Set(served.map((id) => nameTimeZone(provinces[id].timeZone, language, now)));
  return zones.size > 1 ? nameTimeZone(provinces[province].timeZone, language, now) : undefined;
}

/** Words that tell a time of the province's clocks, with its zone behind them where it must be named. */
export function inZone(visit: WithProvince, words: string): string {
  const zone = namedZone(visit);
  return zone === undefined ? words : `${words} (${zone})`;
}
