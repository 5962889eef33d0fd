import { holidayLaws } from "@vestibule/catalogue/holiday-law.table.ts";
import { type ProvinceId, provinceIds, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Holiday } from "@vestibule/contract/opening-hours/opening-hours.rule.ts";
import { holidayName } from "@vestibule/wording/holiday-name.ts";
import type HolidaySource from "date-holidays";
import { requireData } from "../platform/require-data.adapter.ts";

const known = new Map<string, readonly Holiday[]>();
/** Opening hours ask for the year before, the present one and the next. */
const yearsAtOnce = 3;

const keyOf = (province: ProvinceId, year: number) => `${province} ${year}`;

/** Statutory holidays of a province in a year, with corrections; cached per process. */
export function holidaysOf(province: ProvinceId, year: number): readonly Holiday[] {
  const key = keyOf(province, year);
  if (!known.has(key)) readHolidays(Array.from({ length: yearsAtOnce }, (_, later) => year + later));
  return known.get(key) ?? [];
}

/** Reads the holidays that opening hours ask for, so that no request waits for the source. */
export function prepareHolidays(now: Date): void {
  holidaysOf("qc", now.getUTCFullYear() - 1);
}

/** Reads all provinces at once, because the source loads the rules of every country again each time. */
function readHolidays(years: readonly number[]): void {
  const Source = requireData("date-holidays", import.meta.url) as typeof HolidaySource;
  for (const province of provinceIds) {
    const source = new Source("CA", provinces[province].holidayRegion, { languages: ["en"], types: ["public"] });
    const { add = [], drop = [] } = holidayLaws[province];
    for (const rule of drop) source.unsetRule(rule);
    for (const { rule, name } of add) source.setHoliday(rule, { name: { en: name }, type: "public" });
    for (const year of years) {
      const key = keyOf(province, year);
      const holidays = source
        .getHolidays(year)
        .map(({ date, name }) => ({ date: date.slice(0, 10), name: holidayName(name) }));
      if (!known.has(key)) known.set(key, holidays);
    }
  }
}
