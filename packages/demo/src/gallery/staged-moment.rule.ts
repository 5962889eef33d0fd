import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import { type LocalMoment, localMoment } from "@vestibule/contract/opening-hours/local-moment.rule.ts";

/** Times with different opening hours: on a Tuesday, a Saturday, and a day that is a holiday in every province. */
const moments = {
  open: { date: "2027-01-12", time: "10:30" },
  opensLater: { date: "2027-01-12", time: "06:30" },
  opensTomorrow: { date: "2027-01-12", time: "21:30" },
  opensMonday: { date: "2027-01-09", time: "20:30" },
  holiday: { date: "2026-12-25", time: "10:30" },
} as const satisfies Record<string, LocalMoment>;
export type StagedMoment = keyof typeof moments;

/** The instant in the province's time zone. These days have no DST change. */
export function stagedMoment(name: StagedMoment, province: ProvinceId): Date {
  const { date, time } = moments[name];
  const ifUtc = Date.parse(`${date}T${time}Z`);
  const there = localMoment(new Date(ifUtc), provinces[province].timeZone);
  const aheadMillis = Date.parse(`${there.date}T${there.time}Z`) - ifUtc;
  return new Date(ifUtc - aheadMillis);
}
