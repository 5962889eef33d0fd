import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { customerTelephone } from "@vestibule/contract/brand/customer-telephone.rule.ts";
import {
  holidayToday,
  isOpen,
  type OpeningQuestion,
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
    chat: { open: chatOpen({ brand, province, now }) },
  };
}

/** Whether the brand has a chat, and somebody is there now. */
export function chatOpen({ brand, province, now }: HoursQuestion): boolean {
  return brand.chat.enabled && isOpen({ week: brand.chat.hours[province], ...placeAndTime(province, now) });
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
