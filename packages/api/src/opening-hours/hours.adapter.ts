import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import {
  type OpeningQuestion,
  openingState,
  openingWeek,
  specialHoursOf,
} from "@vestibule/contract/opening-hours/opening-hours.rule.ts";
import type { HoursResponse } from "@vestibule/contract/v1/hours.schema.ts";
import { holidaysOf } from "./holidays.adapter.ts";

export interface HoursQuestion {
  brand: Brand;
  province: ProvinceId;
  now: Date;
}

/** Returns the hours of a brand's telephone and chat in a province: the current state and the coming week. */
export function hoursNow(question: HoursQuestion): HoursResponse {
  const { telephone, chat } = questionsOf(question);
  return {
    telephone: {
      number: customerTelephone(question.brand, question.province),
      state: openingState(telephone),
      week: openingWeek(telephone),
    },
    chat: { state: openingState(chat) },
  };
}

export function chatOpen(question: HoursQuestion): boolean {
  return openingState(questionsOf(question).chat).kind === "open";
}

function questionsOf({ brand, province, now }: HoursQuestion): Record<"telephone" | "chat", OpeningQuestion> {
  const year = now.getUTCFullYear();
  const here = {
    timeZone: provinces[province].timeZone,
    // Includes adjacent years, so that the first and last week of a year are complete.
    holidays: [year - 1, year, year + 1].flatMap((one) => holidaysOf(province, one)),
    now,
  };
  const questionOf = (line: "telephone" | "chat", week: OpeningQuestion["week"]) => ({
    ...here,
    week,
    specialDays: specialHoursOf(brand, { line, province }),
  });
  const { enabled, hours } = brand.chat;
  return {
    telephone: questionOf("telephone", brand.openingHours[province]),
    chat: questionOf("chat", enabled ? hours[province] : undefined),
  };
}
