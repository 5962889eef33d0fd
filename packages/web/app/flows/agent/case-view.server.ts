import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import type { AgentRowId } from "@vestibule/catalogue/roadblock.table.ts";
import {
  type AgentRole,
  type LinkRequestState,
  sharedLimits,
  waiverRequest,
} from "@vestibule/catalogue/support.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import type {
  AccountChange,
  FoundJourney,
  LinkRequestResponse,
  SupportCase,
  SupportLimit,
} from "@vestibule/contract/internal/support-desk.schema.ts";
import { agentParts, agentRowFor, agentRowTitle, isTitleOver } from "@vestibule/wording/agent-guide.rule.ts";
import { textKey } from "@vestibule/wording/tables.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { caseWords, type Words } from "../../staff/case-words.server.ts";
import { journeyState } from "./journey-state.rule.ts";
import { messageView, stepOf, timelineOf, type ViewTone } from "./timeline-view.server.ts";

/** Translates a support case on the server, so that the page carries only the texts that it shows. */
export function caseView(requestContext: PortalRequestContext, supportCase: SupportCase, role: AgentRole = "act") {
  // The agent's time zone is unknown, so the case and what is read out name the zone.
  const words = caseWords({ ...requestContext, province: supportCase.province, provinceFrom: "guess" });
  const { code, acts } = supportCase;
  const row = agentRowFor(supportCase, requestContext.language);
  return {
    code: formatReference(code),
    made: words.t("agent:case.made", {
      ...words.moment(supportCase.madeAt),
      province: words.t(textKey(`common:inProvince.${supportCase.province}`)),
      language: words.t(`agent:case.language.${supportCase.language}`),
    }),
    facts: factsOf(supportCase, words),
    guide: agentParts.map((part) => ({ part, name: words.t(`agent:guide.${part}`), text: row[part] })),
    settling: supportCase.settlingUntil && words.t("agent:settling", words.moment(supportCase.settlingUntil)),
    newMobile: supportCase.newMobileFrom && words.t("agent:newMobile", words.moment(supportCase.newMobileFrom)),
    changes: supportCase.changes.map((change) => changeOf(change, { words, role })),
    changesThen: words.t(supportCase.account === "frozen" ? "agent:changes.then.frozen" : "agent:changes.then.open"),
    limitsNote: limitsNoteOf(supportCase, words),
    isShut: supportCase.account === "frozen" || supportCase.account === "disabled",
    limits: supportCase.limits.map((one) => limitOf(one, { lift: acts.lift, words })),
    canUnlock: acts.unlock,
    canUnfreeze: acts.unfreeze,
    links: acts.links,
    canWaive: acts.waive,
    requests: supportCase.requests.map((request) => requestView(request, { words, role })),
    steps: timelineOf(
      supportCase.steps.filter((step) => !isMove(step)).map((step) => stepOf(step, words)),
      words,
    ),
    moves: timelineOf(
      supportCase.steps.filter(isMove).map((step) => stepOf(step, words)),
      words,
    ),
    messages: timelineOf(
      supportCase.messages.map((message) => messageView(message, words)),
      words,
    ),
  };
}

/** A step that says only which page came next; the page folds these away. */
const isMove = ({ event }: SupportCase["steps"][number]) => event === "registration.stepped";

/** With times in the zones that the agent sees. */
export type CaseView = ReturnType<typeof caseView>;

/** Requests shown outside a case, in the time zone of the agent's page. */
export function requestViews(
  requestContext: PortalRequestContext,
  requests: readonly LinkRequestResponse[],
  role: AgentRole,
) {
  const words = caseWords({ ...requestContext, provinceFrom: "guess" });
  return requests.map((request) => requestView(request, { words, role }));
}

/** Journeys that a search found: the kind of each and the time of its last event. */
export function journeyViews(requestContext: PortalRequestContext, journeys: readonly FoundJourney[]) {
  const words = caseWords({ ...requestContext, provinceFrom: "guess" });
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

function requestView(request: LinkRequestResponse, { words, role }: { words: Words; role: AgentRole }) {
  const { id, code, action, state, email, mails, texts, requestedBy, approvedBy, refusedBy = "", isOwn } = request;
  const isWaiver = action === waiverRequest;
  const waiverEnd = new Date(Date.parse(request.endedAt ?? request.dueAt) + ttl.secondFactorWaiverHours * 3_600_000);
  const due = words.deadline(isWaiver && state === "sent" ? waiverEnd.toISOString() : request.dueAt);
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
    isWaiver,
    title: words.t(`agent:act.link.${action}`),
    state: words.t(`agent:request.${isWaiver ? "waiver." : ""}state.${state}`, { ...due, agent: refusedBy }),
    tone: requestTones[state],
    /** Whole, for the agent who decides. */
    emailToCheck: canApprove && !isWaiver ? email : undefined,
    facts: [
      ...(canApprove || isWaiver ? [] : [words.t("agent:request.to", { email })]),
      words.t("agent:request.by", { agent: requestedBy, ...words.moment(request.requestedAt) }),
      ...(approvedBy === undefined ? [] : [words.t("agent:request.approvedBy", { agent: approvedBy })]),
      hasContacts
        ? words.t("agent:request.notified", { mails: String(mails), texts: String(texts) })
        : words.t("agent:request.notified.none"),
    ],
    say:
      state === "requested" || state === "approved"
        ? [
            words.t(`agent:request.${isWaiver ? "waiver." : ""}say.${state}`, due),
            ...(hasContacts ? [words.t("agent:request.say.notified")] : []),
          ]
        : [],
    check: canApprove ? checkBeforeApproval(isWaiver).map((key) => words.t(key)) : [],
  };
}

const checkBeforeApproval = (isWaiver: boolean) =>
  isWaiver
    ? (["callBack", "lost", "why"] as const).map((what) => `agent:request.waiver.check.${what}` as const)
    : (["callBack", "spell", "why"] as const).map((what) => `agent:request.check.${what}` as const);

/** A request for a link to an e-mail that is not on file, or for a waiver of the second proof. */
export type RequestView = ReturnType<typeof requestView>;

/** States in which the account allows no login. */
const closedAccounts: ReadonlySet<SupportCase["account"]> = new Set(["frozen", "locked", "disabled"]);

function factsOf(supportCase: SupportCase, words: Words) {
  const { roadblock, agentCode, shownCode, page, journey, account, wrongPasswords } = supportCase;
  const facts: { name: string; value: string; tone?: "caution" }[] = [];
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
    facts.push({
      name: words.t("agent:case.account"),
      value: words.t(`agent:account.${account}`),
      ...(closedAccounts.has(account) && { tone: "caution" }),
    });
  if (wrongPasswords !== undefined)
    facts.push({ name: words.t("agent:case.wrongPasswords"), value: String(wrongPasswords) });
  return facts;
}

/** The title as the person saw it when the reference was created, and whether it has ceased to be true. */
function titleOf(roadblock: AgentRowId, supportCase: SupportCase, words: Words): string {
  const { titleForm, until, madeAt } = supportCase;
  if (roadblock === "not-saved") return words.t(agentRowTitle(roadblock));
  const title = words.shownTitle(roadblock, { titleForm, until, at: new Date(madeAt) });
  return isTitleOver(supportCase) ? words.t("agent:case.titleOver", { title }) : title;
}

function limitsNoteOf({ account, limits, newMobileFrom }: SupportCase, words: Words): string | undefined {
  if (account === "frozen" || account === "disabled") return words.t(`agent:limits.${account}`);
  return limits.length === 0 && newMobileFrom === undefined ? words.t("agent:limits.none") : undefined;
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
  const isShared = isOneOf(sharedLimits, limit);
  return {
    id: limit,
    name: words.t(`agent:limit.${limit}`),
    end: until ? words.t("agent:limits.until", words.end(until)) : words.t("agent:limits.noEnd"),
    ...(isShared && { why: words.t("agent:limits.common") }),
    canLift,
  };
}
