import { provinces } from "@vestibule/catalogue/province.table.ts";
import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import type { HoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import { sayClock } from "@vestibule/wording/clock-time.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";
import type { PortalVisit } from "../visit/visit.ts";
import { hoursOf } from "./help-api.server.ts";

/** One of the seven days from today on, in words. */
export interface DayInWords {
  day: string;
  hours: string;
  isToday: boolean;
}

type Day = HoursAnswer["telephone"]["week"][number];

/** The telephone's hours of the seven days from today on; none where the brand gives none. */
export async function weekInWords(visit: PortalVisit): Promise<DayInWords[]> {
  const answer = await hoursOf(visit);
  const today = dateInZone(visit.now, provinces[visit.province].timeZone);
  const saying = (key: TextKey, facts = {}) =>
    say(sentence(key, visit.language, visit.brand.overrides[visit.language]), visit.language, facts);
  const clock = (time: string) => {
    const [hour, minute] = time.split(":");
    return sayClock({ hour: Number(hour), minute: Number(minute) }, visit.language);
  };

  function hoursInWords({ hours, holiday }: Day): string {
    if (holiday !== undefined) return saying("help:week.holiday", { holiday: holiday[visit.language] });
    if (hours === null) return saying("help:week.closed");
    return saying("help:week.span", { opens: clock(hours.opens), closes: clock(hours.closes) });
  }

  return (answer?.telephone.week ?? []).map((day) => ({
    day: saying(`help:week.${day.day}`),
    hours: hoursInWords(day),
    isToday: day.date === today,
  }));
}
