import { provinces } from "@vestibule/catalogue/province.table.ts";
import { type AgentRowId, type RoadblockId, roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { roadblockMet } from "@vestibule/catalogue/statistic.table.ts";
import { type AgentRole, type LinkRequestState, sharedLimits } from "@vestibule/catalogue/support.table.ts";
import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import type {
  AccountChange,
  FoundJourney,
  LinkRequestAnswer,
  SupportCase,
  SupportLimit,
  SupportMessage,
  SupportStep,
} from "@vestibule/contract/internal/support-desk.schema.ts";
import { agentParts, agentRowFor, agentRowTitle, codeMeaning, isLifted } from "@vestibule/wording/agent-guide.rule.ts";
import { beforeMidnight, minuteOfEnd } from "@vestibule/wording/format.ts";
import { pageTexts, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { momentWithZone, translate as textOf, timeOfDayWithoutZone } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type ShownTitle, shownTitle } from "../../roadblock/roadblock-words.server.ts";
import { journeyState } from "./journey-state.rule.ts";
import { pageNames } from "./page-name.table.ts";
import { resultOf } from "./step-result.rule.ts";

type ViewTone = "plain" | "success" | "error";

/** `day` is set on the first entry of each day. */
export interface TimelineEntry {
  at: string;
  day?: string;
  time: string;
  text: string;
  notes: string[];
  tone: ViewTone;
}

/** Translates a support case on the server, so that the page carries only the texts that it shows. */
export function caseView(requestContext: PortalRequestContext, supportCase: SupportCase, role: AgentRole = "act") {
  // The agent's time zone is unknown, so the case and what is read out name the zone.
  const words = translation({ ...requestContext, province: supportCase.province, provinceFrom: "guess" });
  const { code, acts } = supportCase;
  const row = agentRowFor(supportCase, requestContext.language);
  return {
    code: formatReference(code),
    made: words.t("agent:case.made", {
      ...words.moment(supportCase.madeAt),
      province: words.t(`common:inProvince.${supportCase.province}` as TextKey),
      language: words.t(`agent:case.language.${supportCase.language}`),
    }),
    facts: factsOf(supportCase, words),
    guide: agentParts.map((part) => ({ part, name: words.t(`agent:guide.${part}`), text: row[part] })),
    settling: supportCase.settlingUntil && words.t("agent:settling", words.moment(supportCase.settlingUntil)),
    changes: supportCase.changes.map((change) => changeOf(change, { words, role })),
    changesThen: words.t(supportCase.account === "frozen" ? "agent:changes.then.frozen" : "agent:changes.then.open"),
    limitsNote: limitsNoteOf(supportCase, words),
    limits: supportCase.limits.map((one) => limitOf(one, { lift: acts.lift, words })),
    canUnlock: acts.unlock,
    canUnfreeze: acts.unfreeze,
    links: acts.links,
    requests: supportCase.requests.map((request) => requestView(request, { words, role })),
    steps: timelineOf(
      supportCase.steps.map((step) => stepOf(step, words)),
      words,
    ),
    messages: timelineOf(
      supportCase.messages.map((message) => messageOf(message, words)),
      words,
    ),
  };
}

/** With times in the zones that the agent sees. */
export type CaseView = ReturnType<typeof caseView>;

/** Requests shown outside a case, in the time zone of the agent's page. */
export function requestViews(
  requestContext: PortalRequestContext,
  requests: readonly LinkRequestAnswer[],
  role: AgentRole,
) {
  const words = translation({ ...requestContext, provinceFrom: "guess" });
  return requests.map((request) => requestView(request, { words, role }));
}

/** Journeys that a search found: the kind of each and the time of its last event. */
export function journeyViews(requestContext: PortalRequestContext, journeys: readonly FoundJourney[]) {
  const words = translation({ ...requestContext, provinceFrom: "guess" });
  return journeys.map(({ kind, id, role, initial, lastAt }) => ({
    kind,
    id,
    what: [words.t(`agent:journey.${kind}`), role && words.t(`agent:search.${role}`), initial && `${initial}•••`]
      .filter((part) => part !== undefined)
      .join(" · "),
    when: words.t("agent:search.last", words.moment(lastAt)),
  }));
}

const requestTones: Readonly<Record<LinkRequestState, ViewTone>> = {
  requested: "plain",
  approved: "plain",
  sent: "success",
  stopped: "error",
  refused: "error",
  expired: "error",
};

function requestView(request: LinkRequestAnswer, { words, role }: { words: Words; role: AgentRole }) {
  const { id, code, action, state, email, mails, texts, requestedBy, approvedBy, refusedBy = "", isOwn } = request;
  const due = words.deadline(request.dueAt);
  const isOpen = role === "act" && (state === "requested" || state === "approved");
  const canApprove = isOpen && state === "requested" && !isOwn;
  const hasContacts = mails + texts > 0;
  return {
    id,
    code,
    writtenCode: formatReference(code),
    isOwn,
    canApprove,
    canRefuse: isOpen,
    title: words.t(`agent:act.link.${action}`),
    state: words.t(`agent:request.state.${state}`, { ...due, agent: refusedBy }),
    tone: requestTones[state],
    facts: [
      words.t("agent:request.to", { email }),
      words.t("agent:request.by", { agent: requestedBy, ...words.moment(request.requestedAt) }),
      ...(approvedBy === undefined ? [] : [words.t("agent:request.approvedBy", { agent: approvedBy })]),
      hasContacts
        ? words.t("agent:request.notified", { mails: String(mails), texts: String(texts) })
        : words.t("agent:request.notified.none"),
    ],
    say:
      state === "requested" || state === "approved"
        ? [words.t(`agent:request.say.${state}`, due), ...(hasContacts ? [words.t("agent:request.say.notified")] : [])]
        : [],
    check: canApprove
      ? (["callBack", "spell", "why"] as const).map((what) => words.t(`agent:request.check.${what}`))
      : [],
  };
}

/** A request for a link to an e-mail that is not on file. */
export type RequestView = ReturnType<typeof requestView>;

type Words = ReturnType<typeof translation>;

function translation(about: PortalRequestContext) {
  const { language, brand } = about;
  const texts = pageTexts(
    ["agent", "common", "registrationError", "roadblock", "security:did"],
    language,
    brand.overrides[language],
  );
  const translate = (key: TextKey, facts: Record<string, string> = {}) => t(texts[key] ?? key, language, facts);
  return {
    t: translate,
    /** Translation of a key, or the key itself where the API is newer than the texts. */
    translateOr: (key: string, word: string) => (key in texts ? translate(key as TextKey) : word),
    meaningOf: (shownCode: string) => codeMeaning(shownCode, language),
    pageName: (path: string) => {
      const key = Object.hasOwn(pageNames, path) ? pageNames[path] : undefined;
      return key === undefined ? path : textOf(about, key);
    },
    shownTitle: (id: RoadblockId, visible: Omit<ShownTitle, "id" | "texts">) =>
      shownTitle(about, { texts, id, ...visible }),
    moment: (at: string) => momentWithZone(about, at),
    timeOfDayWithoutZone: (at: string) => timeOfDayWithoutZone(about, new Date(at)),
    /** Rounded as on the person's own page, so that both read the same end. */
    end: (at: string) => momentWithZone(about, minuteOfEnd(new Date(at))),
    /** As in the message about the request, and on the page that stops it. */
    deadline: (at: string) => momentWithZone(about, beforeMidnight(new Date(at), provinces[about.province].timeZone)),
  };
}

function factsOf(supportCase: SupportCase, words: Words) {
  const { roadblock, agentCode, shownCode, page, journey, account, wrongPasswords } = supportCase;
  const facts: { name: string; value: string }[] = [];
  const code = agentCode === undefined ? "" : `${agentCode} · `;
  if (roadblock !== undefined)
    facts.push({ name: words.t("agent:case.roadblock"), value: code + titleOf(roadblock, supportCase, words) });
  else if (page !== undefined) facts.push({ name: words.t("agent:case.page"), value: code + words.pageName(page) });
  if (shownCode !== undefined)
    facts.push({ name: words.t("agent:case.cause"), value: `${shownCode} · ${words.meaningOf(shownCode)}` });
  if (journey !== undefined) {
    const kindAndState = [words.t(`agent:journey.${journey.kind}`), words.t(`agent:state.${journeyState(journey)}`)];
    facts.push({ name: words.t("agent:case.journey"), value: kindAndState.join(" · ") });
  }
  if (account !== undefined)
    facts.push({ name: words.t("agent:case.account"), value: words.t(`agent:account.${account}`) });
  if (wrongPasswords !== undefined)
    facts.push({ name: words.t("agent:case.wrongPasswords"), value: String(wrongPasswords) });
  return facts;
}

/** The title as the person saw it when the reference was created, and whether it has ceased to be true. */
function titleOf(roadblock: AgentRowId, supportCase: SupportCase, words: Words): string {
  const { titleForm, until, madeAt } = supportCase;
  if (roadblock === "not-saved") return words.t(agentRowTitle(roadblock));
  const title = words.shownTitle(roadblock, { titleForm, until, at: new Date(madeAt) });
  return isLifted(supportCase) ? words.t("agent:case.lifted", { title }) : title;
}

function limitsNoteOf({ account, limits }: SupportCase, words: Words): string | undefined {
  if (account === "frozen" || account === "disabled") return words.t(`agent:limits.${account}`);
  return limits.length === 0 ? words.t("agent:limits.none") : undefined;
}

function changeOf({ id, kind, at, state }: AccountChange, { words, role }: { words: Words; role: AgentRole }) {
  return {
    id,
    name: words.t(`agent:change.${kind}`),
    when: words.t("agent:changes.when", words.moment(at)),
    state: words.t(`agent:change.state.${state}`),
    isDone: state === "kept" || state === "putBack",
    canKeep: role === "act" && state === "inForce",
    canPutBack: role === "act" && state !== "putBack",
  };
}

function limitOf({ limit, until }: SupportLimit, { lift, words }: { lift: readonly string[]; words: Words }) {
  const canLift = lift.includes(limit);
  const isShared = sharedLimits.some((id) => id === limit);
  return {
    id: limit,
    name: words.t(`agent:limit.${limit}`),
    end: until ? words.t("agent:limits.until", words.end(until)) : words.t("agent:limits.noEnd"),
    ...(isShared && { why: words.t("agent:limits.common") }),
    canLift,
  };
}

const errorEvents =
  /roadblock|\.frozen$|refused|locked|notFound|unidentified|disabled|noWay|emailNotEnough|alreadyRegistered/;
const successEvents = /accepted|created|reset$|succeeded|confirmed|driverConfirmed|unlocked|unfrozen|lifted|linkSent/;

function stepOf({ at, event, result, by, who = "", mismatch, facts }: SupportStep, words: Words) {
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
function timelineOf(entries: readonly DatedEntry[], words: Words): TimelineEntry[] {
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

const messageTones = { queued: "plain", accepted: "success", refused: "error", expired: "error" } as const;

function messageOf({ at, message, channel, endsIn, state }: SupportMessage, words: Words) {
  const notes = [words.t(`agent:channel.${channel}`)];
  if (endsIn !== undefined) notes.push(words.t("agent:messages.ending", { digits: endsIn.split("").join("\u00a0") }));
  notes.push(words.t(`agent:messages.state.${state}`));
  const text = words.t(`agent:message.${message}`);
  return { at, ...words.moment(at), time: words.timeOfDayWithoutZone(at), text, notes, tone: messageTones[state] };
}
