import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { customerTelephone } from "@vestibule/contract/brand/customer-telephone.rule.ts";
import {
  holidayToday,
  type OpeningQuestion,
  type OpeningState,
  openingState,
  openingWeek,
} from "@vestibule/contract/opening-hours/opening-hours.rule.ts";
import type { HoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import { holidaysOf } from "./holidays.adapter.ts";

export interface HoursQuestion {
  brand: Brand;
  province: ProvinceId;
  now: Date;
}

/** When the brand answers by telephone and chat in a province: now, and through the week. */
export function hoursNow({ brand, province, now }: HoursQuestion): HoursAnswer {
  const here = placeAndTime(province, now);
  const question: OpeningQuestion = { week: brand.openingHours[province], ...here };
  const holiday = holidayToday(here);
  return {
    telephone: {
      number: customerTelephone(brand, province),
      state: openingState(question),
      week: openingWeek(question),
      ...(holiday && { todayHoliday: holiday.name }),
    },
    chat: { state: chatState({ brand, province, now }) },
  };
}

/** Whether the brand has a chat, and somebody is there now. */
export function chatOpen(question: HoursQuestion): boolean {
  return chatState(question).kind === "open";
}

function chatState({ brand, province, now }: HoursQuestion): OpeningState {
  const week = brand.chat.enabled ? brand.chat.hours[province] : undefined;
  return openingState({ week, ...placeAndTime(province, now) });
}

/** The years at either side come along, so that the first and the last week of a year are whole. */
function placeAndTime(province: ProvinceId, now: Date) {
  const year = now.getUTCFullYear();
  return {
    timeZone: provinces[province].timeZone,
    holidays: [year - 1, year, year + 1].flatMap((one) => holidaysOf(province, one)),
    now,
  };
}
