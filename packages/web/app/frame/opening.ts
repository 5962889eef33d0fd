import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { HoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import { sayClock } from "@vestibule/wording/clock-time.ts";
import { type Say, useLanguage, useSay } from "../visit/texts.tsx";

/** What the page knows of the telephone's hours: the state now and today's span. */
export interface TelephoneHours {
  state: HoursAnswer["telephone"]["state"];
  today: { opens: string; closes: string } | null | undefined;
  holiday: string | undefined;
  /** Named where the person may be in another. */
  zone?: string | undefined;
}

/** The hours in two short sentences; undefined where the number stands alone. */
export function useHoursInWords(
  hours: TelephoneHours | undefined,
): { isOpen: boolean; now: string; today?: string } | undefined {
  const say = useSay();
  const language = useLanguage();
  if (hours === undefined || hours.state.kind === "noHours") return undefined;
  const isToday = hours.state.kind === "closed" && hours.state.opens.day === "today";
  if (isToday && hours.today)
    return { isOpen: false, now: inZone(say("frame:hours.opensToday", span(hours.today, language)), hours) };
  const today = todayInWords(hours, say, language);
  return {
    isOpen: hours.state.kind === "open",
    now: inZone(stateInWords(hours.state, say, language), hours),
    ...(today === undefined ? {} : { today }),
  };
}

/** When somebody is there to chat; undefined where there is no chat, or none for long. */
export function useChatHours(chat: Pick<TelephoneHours, "state" | "zone">): string | undefined {
  const say = useSay();
  const language = useLanguage();
  const { state } = chat;
  if (state.kind === "open") return inZone(stateInWords(state, say, language), chat);
  if (state.kind !== "closed") return undefined;
  const { day, time } = state.opens;
  const opens = { day: say(`frame:hours.day.${day}`), time: clock(time, language) };
  return inZone(say("frame:chat.opens", opens), chat);
}

function inZone(words: string, { zone }: Pick<TelephoneHours, "zone">): string {
  return zone === undefined ? words : `${words} (${zone})`;
}

function stateInWords(state: TelephoneHours["state"], say: Say, language: Language): string {
  if (state.kind === "open") return say("frame:hours.open", { time: clock(state.closes, language) });
  if (state.kind !== "closed") return say("frame:hours.closedForLong");
  const { day, time } = state.opens;
  return say("frame:hours.opens", { day: say(`frame:hours.day.${day}`), time: clock(time, language) });
}

function todayInWords(hours: TelephoneHours, say: Say, language: Language): string | undefined {
  if (hours.holiday !== undefined) return say("frame:hours.holiday", { holiday: hours.holiday });
  if (hours.today === undefined) return undefined;
  if (hours.today === null) return say("frame:hours.closedToday");
  return say("frame:hours.today", span(hours.today, language));
}

function span({ opens, closes }: { opens: string; closes: string }, language: Language) {
  return { opens: clock(opens, language), closes: clock(closes, language) };
}

function clock(time: string, language: Language): string {
  const [hour, minute] = time.split(":");
  return sayClock({ hour: Number(hour), minute: Number(minute) }, language);
}
