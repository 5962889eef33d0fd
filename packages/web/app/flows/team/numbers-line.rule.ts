import type { ReportTime } from "@vestibule/catalogue/team.table.ts";
import { momentOfLocalTime } from "@vestibule/contract/local-time.rule.ts";
import { localMoment } from "@vestibule/contract/opening-hours/local-moment.rule.ts";

export const lineBox = { width: 100, height: 30 };

/** The days or hours of a period, in order, up to `now`; all are calendar texts such as 2026-11-28 and 2026-11-28T13. */
export function timesOf({ from, to, by, now }: { from: string; to: string; by: ReportTime; now: string }): string[] {
  const times: string[] = [];
  for (let day = new Date(`${from}T00:00Z`); dayOf(day) <= to; day.setUTCDate(day.getUTCDate() + 1)) {
    if (by === "day") times.push(dayOf(day));
    else for (let hour = 0; hour < 24; hour += 1) times.push(`${dayOf(day)}T${String(hour).padStart(2, "0")}`);
  }
  return times.filter((time) => to !== now.slice(0, 10) || time <= now);
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The present hour as the report writes it, such as 2026-11-28T13. */
export function hourIn(timeZone: string, moment: Date): string {
  const { date, time } = localMoment(moment, timeZone);
  return `${date}T${time.slice(0, 2)}`;
}

/** Whether the clocks repeat an hour such as 2026-11-01T01 in autumn: the report counts both as one. */
export function isRepeatedHour(time: string, timeZone: string): boolean {
  const first = time.includes("T") ? momentOfLocalTime(`${time}:00`, timeZone) : undefined;
  return first !== undefined && hourIn(timeZone, new Date(first.getTime() + 3_600_000)) === time;
}

/** Whether the clocks skip an hour such as 2026-03-08T02 in spring. */
export const isSkippedHour = (time: string, timeZone: string): boolean =>
  time.includes("T") && momentOfLocalTime(`${time}:00`, timeZone) === undefined;

/** The path of a line through equally distant counts, where `most` is at the top. */
export function linePath(counts: readonly number[], most: number): string {
  const { width, height } = lineBox;
  const last = Math.max(1, counts.length - 1);
  const points = counts.map((count, index) => {
    const across = (width * index) / last;
    const down = height - (height * count) / Math.max(1, most);
    return `${rounded(across)} ${rounded(down)}`;
  });
  return `M${points.join("L")}`;
}

const rounded = (number: number) => Math.round(number * 100) / 100;
