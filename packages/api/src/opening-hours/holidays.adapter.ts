import { holidayLaws } from "@vestibule/catalogue/holiday-law.table.ts";
import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Holiday } from "@vestibule/contract/opening-hours/opening-hours.rule.ts";
import { holidayName } from "@vestibule/wording/holiday-name.ts";
import HolidaySource from "date-holidays";

const known = new Map<string, readonly Holiday[]>();

/** Statutory holidays of a province in a year, with corrections; cached per process. */
export function holidaysOf(province: ProvinceId, year: number): readonly Holiday[] {
  const { holidayRegion } = provinces[province];
  const key = `${holidayRegion} ${year}`;
  const before = known.get(key);
  if (before) return before;
  const source = new HolidaySource("CA", holidayRegion, { languages: ["en"], types: ["public"] });
  const { add = [], drop = [] } = holidayLaws[province];
  for (const rule of drop) source.unsetRule(rule);
  for (const { rule, name } of add) source.setHoliday(rule, { name: { en: name }, type: "public" });
  const holidays = source
    .getHolidays(year)
    .map(({ date, name }) => ({ date: date.slice(0, 10), name: holidayName(name) }));
  known.set(key, holidays);
  return holidays;
}
