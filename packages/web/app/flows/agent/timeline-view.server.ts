import { roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { roadblockMet } from "@vestibule/catalogue/statistic.table.ts";
import type { SupportMessage, SupportStep } from "@vestibule/contract/internal/support-desk.schema.ts";
import { readSignals } from "@vestibule/contract/sign-in-signals.rule.ts";
import type { Words } from "../../staff/case-words.server.ts";
import { resultOf } from "../../staff/step-result.rule.ts";

export type ViewTone = "plain" | "success" | "error";

/** `day` is set on the first entry of each day. */
export interface TimelineEntry {
  at: string;
  day?: string;
  time: string;
  text: string;
  notes: string[];
  tone: ViewTone;
}

const errorEvents =
  /roadblock|\.frozen$|refused|locked|[nN]otFound|unidentified|disabled|noWay|emailNotEnough|alreadyRegistered/;
const successEvents = /accepted|created|reset$|succeeded|confirmed|driverConfirmed|unlocked|unfrozen|lifted|linkSent/;

export function stepOf({ at, event, result, by, who = "", mismatch, facts }: SupportStep, words: Words) {
  const notes: string[] = [];
  const known = resultOf(event, result);
  if (known) notes.push(words.t(known));
  const roadblock = event === roadblockMet ? roadblockIds.find((id) => id === result) : undefined;
  if (roadblock) {
    const cause = facts.shownCode === undefined ? "" : ` (${facts.shownCode})`;
    const [titleForm, until] = [facts.titleForm, facts.until].map((fact) => (fact === undefined ? fact : String(fact)));
    const title = words.shownTitle(roadblock, { titleForm, until, at: new Date(at) });
    notes.push(`${roadblocks[roadblock].agentCode}${cause} · ${title}`);
  }
  if (mismatch) notes.push(words.t("agent:steps.mismatch", { fact: words.t(`agent:mismatch.${mismatch}`) }));
  if (facts.channel !== undefined)
    notes.push(words.translateOr(`agent:channel.${facts.channel}`, String(facts.channel)));
  notes.push(...readSignals(facts.signals).map((signal) => words.t(`agent:signal.${signal}`)));
  if (facts.limit !== undefined) notes.push(words.translateOr(`agent:limit.${facts.limit}`, String(facts.limit)));
  if (facts.activity !== undefined && facts.activityAt !== undefined) {
    const activity = words.translateOr(`security:did.${facts.activity}`, String(facts.activity));
    notes.push(words.t("agent:steps.denied", { activity, ...words.moment(String(facts.activityAt)) }));
  }
  if (by === "agent" || by === "operator" || by === "service") notes.push(words.t(`agent:steps.by.${by}`, { who }));
  return {
    at,
    ...words.moment(at),
    time: words.timeOfDayWithoutZone(at),
    text: words.translateOr(`agent:event.${event}`, event),
    notes,
    tone: toneOf(event),
  };
}

function toneOf(event: string): ViewTone {
  if (successEvents.test(event)) return "success";
  return errorEvents.test(event) ? "error" : "plain";
}

type DatedEntry = TimelineEntry & { day: string };

/** Newest first, with the day on the first entry of each day. Consecutive repeats become one entry. */
export function timelineOf(entries: readonly DatedEntry[], words: Words): TimelineEntry[] {
  const groups: DatedEntry[][] = [];
  for (const entry of entries.toReversed()) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && isSame(group[0], entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group, at) => {
    const [newest] = group;
    if (newest === undefined) return [];
    const { day, ...entry } = newest;
    return [{ ...entry, ...repeated(group, words), ...(day !== groups[at - 1]?.[0]?.day && { day }) }];
  });
}

function isSame(left: DatedEntry, right: DatedEntry): boolean {
  const key = ({ day, text, tone, notes }: DatedEntry) => JSON.stringify([day, text, tone, notes]);
  return key(left) === key(right);
}

function repeated(group: readonly DatedEntry[], words: Words): Partial<TimelineEntry> {
  const newest = group[0];
  const oldest = group.at(-1);
  if (newest === undefined || oldest === undefined || group.length === 1) return {};
  const text = words.t("agent:steps.repeated", { count: String(group.length), text: newest.text });
  const since = oldest.time === newest.time ? [] : [words.t("agent:steps.since", { time: oldest.time })];
  return { text, notes: [...newest.notes, ...since] };
}

const messageTones = {
  queued: "plain",
  accepted: "success",
  delivered: "success",
  undelivered: "error",
  refused: "error",
  expired: "error",
} as const;

export function messageView({ at, message, channel, endsIn, state, reason }: SupportMessage, words: Words) {
  const notes = [words.t(`agent:channel.${channel}`)];
  if (endsIn !== undefined) notes.push(words.t("agent:messages.ending", { digits: endsIn }));
  notes.push(words.t(`agent:messages.state.${state}`));
  if (reason !== undefined) notes.push(words.t(`agent:messages.reason.${reason}`));
  const text = words.t(`agent:message.${message}`);
  return { at, ...words.moment(at), time: words.timeOfDayWithoutZone(at), text, notes, tone: messageTones[state] };
}
