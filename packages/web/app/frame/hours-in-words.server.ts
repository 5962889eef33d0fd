import type { HoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import { sayClock } from "@vestibule/wording/clock-time.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";
import type { PortalVisit } from "../visit/visit.ts";
import { inZone, namedZone } from "../visit/zone-name.server.ts";
import { hoursOf } from "./help-api.server.ts";

/** The telephone's hours in one or two short sentences. */
export interface HoursInWords {
  isOpen: boolean;
  now: string;
  /** Today's hours, or why nobody answers today, where `now` leaves it open. */
  today?: string;
  /** Today has the hours of its weekday. */
  isUsualDay?: boolean;
}

/** The telephone's hours of the seven days from today on. */
export interface WeekInWords {
  days: readonly { day: string; hours: string; isToday: boolean }[];
  /** Named where the person may be in another. */
  zone: string | undefined;
}

type State = HoursAnswer["telephone"]["state"];
type Day = HoursAnswer["telephone"]["week"][number];

/** Whether somebody answers the telephone now, and when; undefined where the number stands alone. */
export async function telephoneInWords(visit: PortalVisit): Promise<HoursInWords | undefined> {
  const telephone = (await hoursOf(visit))?.telephone;
  const now = telephone && stateInWords(visit, telephone.state);
  if (telephone === undefined || now === undefined) return undefined;
  const { state, week } = telephone;
  const [today] = week;
  const isOpen = state.kind === "open";
  if (today === undefined) return { isOpen, now };
  const isUsualDay = today.occasion === undefined;
  if (isUsualDay && today.hours !== null && state.kind === "closed" && state.opens.day === "today")
    return { isOpen, now: inZone(visit, saying(visit, "hours:opensToday", span(visit, today))) };
  return { isOpen, now, today: dayInWords(visit, { of: "today", day: today }), isUsualDay };
}

/** When somebody is there to chat; undefined where there is no chat, or none for long. */
export function chatInWords(visit: PortalVisit, state: State): string | undefined {
  if (state.kind === "closed") return inZone(visit, saying(visit, "hours:chatOpens", opening(visit, state)));
  return state.kind === "open" ? stateInWords(visit, state) : undefined;
}

/** No day where the brand gives no hours. */
export async function weekInWords(visit: PortalVisit): Promise<WeekInWords> {
  const week = (await hoursOf(visit))?.telephone.week ?? [];
  const days = week.map((day, ahead) => ({
    day: saying(visit, `hours:week.${day.day}`),
    hours: dayInWords(visit, { of: "week", day }),
    isToday: ahead === 0,
  }));
  return { days, zone: namedZone(visit) };
}

function stateInWords(visit: PortalVisit, state: State): string | undefined {
  switch (state.kind) {
    case "noHours":
      return undefined;
    case "open":
      return inZone(visit, saying(visit, "hours:now", { time: clock(visit, state.closes) }));
    case "closed":
      return inZone(visit, saying(visit, "hours:opens", opening(visit, state)));
    case "closedForLong":
      return saying(visit, "hours:closedForLong");
  }
}

/** A day's hours, and why they are not those of the weekday. */
function dayInWords(visit: PortalVisit, { of, day }: { of: "today" | "week"; day: Day }): string {
  const form = day.hours === null ? "closed" : "span";
  const facts = span(visit, day);
  if (day.occasion === undefined) return saying(visit, `hours:${of}.${form}`, facts);
  return saying(visit, `hours:${of}.${form}For`, { ...facts, occasion: day.occasion[visit.language] });
}

function opening(visit: PortalVisit, { opens }: Extract<State, { kind: "closed" }>) {
  return { day: saying(visit, `hours:day.${opens.day}`), time: clock(visit, opens.time) };
}

function span(visit: PortalVisit, { hours }: Day): Record<string, string> {
  return hours === null ? {} : { opens: clock(visit, hours.opens), closes: clock(visit, hours.closes) };
}

function clock({ language }: PortalVisit, time: string): string {
  const [hour, minute] = time.split(":");
  return sayClock({ hour: Number(hour), minute: Number(minute) }, language);
}

function saying({ language, brand }: PortalVisit, key: TextKey, facts: Record<string, string> = {}): string {
  return say(sentence(key, language, brand.overrides[language]), language, facts);
}
