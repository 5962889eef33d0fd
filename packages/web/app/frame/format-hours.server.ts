import { provinces } from "@vestibule/catalogue/province.table.ts";
import { addDays, localMoment } from "@vestibule/contract/opening-hours/local-moment.rule.ts";
import type { HoursResponse } from "@vestibule/contract/v1/hours.schema.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { clockTime, timeZoneToShow, translate, withTimeZone } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { hoursOf } from "./help-api.server.ts";

/** Telephone hours as one or two short sentences. */
export interface FormattedHours {
  isOpen: boolean;
  now: string;
  /** Today's hours, or why the line is closed today; absent where `now` already says it. */
  today?: string;
  /** Whether today has the regular hours of its weekday. */
  isUsualDay?: boolean;
}

/** Telephone hours of the seven days from today. */
export interface FormattedWeek {
  days: readonly { day: string; hours: string; isToday: boolean }[];
  /** Name of the time zone, if the customer's zone may differ. */
  zone: string | undefined;
}

type State = HoursResponse["telephone"]["state"];
type Day = HoursResponse["telephone"]["week"][number];

/** Whether the telephone line is open, and until or from when; undefined if the brand gives no hours. */
export async function formatTelephoneHours(requestContext: PortalRequestContext): Promise<FormattedHours | undefined> {
  const telephone = (await hoursOf(requestContext))?.telephone;
  const now = telephone && stateInWords(requestContext, telephone.state);
  if (telephone === undefined || now === undefined) return undefined;
  const { state, week } = telephone;
  const [today] = week;
  const isOpen = state.kind === "open";
  if (today === undefined) return { isOpen, now };
  const isUsualDay = today.occasion === undefined;
  if (isUsualDay && today.hours !== null && state.kind === "closed" && state.opens.day === "today")
    return {
      isOpen,
      now: withTimeZone(requestContext, translate(requestContext, "hours:opensToday", span(requestContext, today))),
    };
  return { isOpen, now, today: dayInWords(requestContext, { of: "today", day: today }), isUsualDay };
}

/** Chat hours as text; undefined without a chat, or if it does not open soon. */
export function formatChatHours(requestContext: PortalRequestContext, state: State): string | undefined {
  if (state.kind === "closed")
    return withTimeZone(requestContext, translate(requestContext, "hours:chatOpens", opening(requestContext, state)));
  return state.kind === "open" ? stateInWords(requestContext, state) : undefined;
}

/** Telephone hours of the next seven days; `days` is empty if the brand gives no hours. */
export async function formatWeekHours(requestContext: PortalRequestContext): Promise<FormattedWeek> {
  const week = (await hoursOf(requestContext))?.telephone.week ?? [];
  const days = week.map((day, ahead) => ({
    day: translate(requestContext, `hours:week.${day.day}`),
    hours: dayInWords(requestContext, { of: "week", day }),
    isToday: ahead === 0,
  }));
  return { days, zone: timeZoneToShow(requestContext) };
}

function stateInWords(requestContext: PortalRequestContext, state: State): string | undefined {
  switch (state.kind) {
    case "noHours":
      return undefined;
    case "open":
      return withTimeZone(
        requestContext,
        translate(requestContext, "hours:now", { time: clockTime(requestContext, state.closes) }),
      );
    case "closed":
      return withTimeZone(requestContext, translate(requestContext, "hours:opens", opening(requestContext, state)));
    case "closedForLong":
      return translate(requestContext, "hours:closedForLong");
  }
}

/** A day's hours, with the reason when they differ from the regular ones. */
function dayInWords(requestContext: PortalRequestContext, { of, day }: { of: "today" | "week"; day: Day }): string {
  const form = day.hours === null ? "closed" : "span";
  const facts = span(requestContext, day);
  if (day.occasion === undefined) return translate(requestContext, `hours:${of}.${form}`, facts);
  return translate(requestContext, `hours:${of}.${form}For`, {
    ...facts,
    occasion: day.occasion[requestContext.language],
  });
}

function opening(requestContext: PortalRequestContext, { opens }: Extract<State, { kind: "closed" }>) {
  const { now, province, language } = requestContext;
  const today = localMoment(now, provinces[province].timeZone).date;
  const noon = new Date(`${opens.date}T12:00:00Z`);
  // The name of a weekday means one of the next six days.
  const day =
    opens.date < addDays(today, 7)
      ? translate(requestContext, `hours:day.${opens.day}`)
      : translate(requestContext, "hours:day.date", {
          date: formatDay(noon, { timeZone: "UTC", language, inYearOf: now }),
        });
  return { day, time: clockTime(requestContext, opens.time) };
}

function span(requestContext: PortalRequestContext, { hours }: Day): Record<string, string> {
  return hours === null
    ? {}
    : { opens: clockTime(requestContext, hours.opens), closes: clockTime(requestContext, hours.closes) };
}
