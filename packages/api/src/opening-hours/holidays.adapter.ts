import { holidayLaws } from "@vestibule/catalogue/holiday-law.table.ts";
import { type ProvinceId, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { Holiday } from "@vestibule/contract/opening-hours/opening-hours.rule.ts";
import { holidayName } from "@vestibule/wording/holiday-name.ts";
import type HolidaySource from "date-holidays";
import { requireData } from "../platform/require-data.adapter.ts";

type HolidaysByProvince = ReadonlyMap<ProvinceId, readonly Holiday[]>;

const known = new Map<number, HolidaysByProvince>();
/** Opening hours need the previous, the current and the next year. */
const yearsAtOnce = 3;

/** Statutory holidays of a province in a year, with corrections; cached per process. */
export function holidaysOf(province: ProvinceId, year: number): readonly Holiday[] {
  prepareYearsFrom(year);
  return known.get(year)?.get(province) ?? [];
}

/** Reads the holidays that opening hours need, so that no request waits for the source. */
export function prepareHolidays(now: Date): void {
  prepareYearsFrom(now.getUTCFullYear() - 1);
}

/** Reads all provinces and some years at once, because the source loads the rules of every country again each time. */
function prepareYearsFrom(first: number): void {
  if (known.has(first)) return;
  const Source = requireData("date-holidays", import.meta.url) as typeof HolidaySource;
  const sources = provinceIds.map((province) => [province, sourceOf(Source, province)] as const);
  for (let year = first; year < first + yearsAtOnce; year += 1)
    if (!known.has(year)) known.set(year, new Map(sources.map(([id, source]) => [id, holidaysIn(source, year)])));
}

function sourceOf(Source: typeof HolidaySource, province: ProvinceId): HolidaySource {
  const source = new Source("CA", province.toUpperCase(), { languages: ["en"], types: ["public"] });
  const { add = [], drop = [] } = holidayLaws[province];
  for (const rule of drop) source.unsetRule(rule);
  for (const { rule, name } of add) source.setHoliday(rule, { name: { en: name }, type: "public" });
  return source;
}

const holidaysIn = (source: HolidaySource, year: number): readonly Holiday[] =>
  source.getHolidays(year).map(({ date, name }) => ({ date: date.slice(0, 10), name: holidayName(name) }));
