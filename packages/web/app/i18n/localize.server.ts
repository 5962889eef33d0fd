import { type BrowserId, browsers, type SystemId, systems } from "@vestibule/catalogue/device.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import {
  formatClockTime,
  formatDay,
  formatTime,
  minuteOfEnd,
  nameTimeZone,
  nameTimeZoneOf,
} from "@vestibule/wording/format.ts";
import { pageTexts, sentence, type TextGroup, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import type { PortalRequestContext } from "../request/request-context.ts";

/** Texts of a screen, with those that every screen needs, for `texts` of its loader data. */
export function textsFor(requestContext: PortalRequestContext, wanted: readonly TextGroup[]): string {
  return packTexts(requestContext, ["common", "forms", ...wanted]);
}

const packedTexts = new WeakMap<Brand, Map<string, string>>();

/** The given texts as JSON. As loader data, one string is smaller than an entry for each text. */
export function packTexts({ language, brand }: PortalRequestContext, wanted: readonly TextGroup[]): string {
  const known = packedTexts.get(brand) ?? new Map<string, string>();
  packedTexts.set(brand, known);
  const key = [language, ...wanted].join(" ");
  const serialized = known.get(key) ?? JSON.stringify(pageTexts(wanted, language, brand.overrides[language]));
  known.set(key, serialized);
  return serialized;
}

/** One text, to be used in another text or in loader data. */
export function translate(
  { language, brand }: Pick<PortalRequestContext, "language" | "brand">,
  key: TextKey,
  facts: Readonly<Record<string, string | number>> = {},
): string {
  return t(sentence(key, language, brand.overrides[language]), language, facts);
}

type WithProvince = Pick<PortalRequestContext, "brand" | "province" | "provinceFrom" | "language" | "now">;

/** Name of the province's time zone, for a page that shows several moments in it. */
export function nameProvinceZone({ province, language, now }: PortalRequestContext): string {
  return nameTimeZone(provinces[province].timeZone, language, now);
}

/**
 * Name of the time zone of a time of today; undefined if the province was chosen, or if the brand sells in one zone
 * only.
 */
export function timeZoneToShow(requestContext: WithProvince): string | undefined {
  const { brand, province, provinceFrom, language, now } = requestContext;
  if (provinceFrom === "choice") return undefined;
  const served = idsOf(brand.provinces);
  const zones = new Set(served.map((id) => nameTimeZone(provinces[id].timeZone, language, now)));
  return zones.size > 1 ? nameTimeZone(provinces[province].timeZone, language, now) : undefined;
}

/** A text with a time, followed by the time zone if `timeZoneToShow` gives one. */
export function withTimeZone(requestContext: WithProvince, words: string): string {
  const zone = timeZoneToShow(requestContext);
  return zone === undefined ? words : `${words} (${zone})`;
}

/**
 * A time of day in the province's time zone, because the server does not know the browser's. The zone is named if
 * `timeZoneToShow` gives one.
 */
export function timeOfDay(requestContext: PortalRequestContext, moment: Date): string {
  return withTimeZone(requestContext, timeOfDayWithoutZone(requestContext, moment));
}

/** A time of day in the province's time zone, for a page that names the zone elsewhere. */
export function timeOfDayWithoutZone({ province, language }: PortalRequestContext, moment: Date): string {
  return formatTime(moment, { timeZone: provinces[province].timeZone, language });
}

/** A time of day such as "08:30", as the language writes it. */
export function clockTime({ language }: Pick<PortalRequestContext, "language">, time: string): string {
  const [hour, minute] = time.split(":");
  return formatClockTime({ hour: Number(hour), minute: Number(minute) }, language);
}

/** Day and time of day in the province's time zone, for a page that names the zone elsewhere. */
export function momentOf(requestContext: PortalRequestContext, at: string | Date): { day: string; time: string } {
  const { province, language } = requestContext;
  const moment = new Date(at);
  return {
    day: formatDay(moment, { timeZone: provinces[province].timeZone, language }),
    time: timeOfDayWithoutZone(requestContext, moment),
  };
}

/** Day and time of day with the time zone, because the person may be in another zone by that day. */
export function momentWithZone(requestContext: PortalRequestContext, at: string | Date): { day: string; time: string } {
  const { province, language } = requestContext;
  const { day, time } = momentOf(requestContext, at);
  return { day, time: `${time} (${nameTimeZoneOf(provinces[province].timeZone, language, new Date(at))})` };
}

/** The local date, YYYY-MM-DD. */
export function todayOf({ now, province }: PortalRequestContext): string {
  return dateInZone(now, provinces[province].timeZone);
}

/** Local time of day at which the wait is over, rounded up to the minute. */
export function retryAt(requestContext: PortalRequestContext, waitSeconds = 60): string {
  return timeOfDay(requestContext, minuteOfEnd(new Date(requestContext.now.getTime() + waitSeconds * 1000)));
}

/** Names of a browser and a system as people know them; undefined where neither is known. */
export function nameDevice(
  requestContext: PortalRequestContext,
  device: { browser?: BrowserId | undefined; system?: SystemId | undefined },
): string | undefined {
  const browser = device.browser && browsers[device.browser].name;
  const system = device.system && systems[device.system].name;
  if (browser && system) return translate(requestContext, "security:device.both", { browser, system });
  return browser ?? system;
}
