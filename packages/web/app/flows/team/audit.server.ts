import { auditEvents } from "@vestibule/catalogue/audit-event.table.ts";
import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { auditSearches, auditSpans } from "@vestibule/catalogue/team.table.ts";
import { type FoundEvent, teamAuditEndpoints } from "@vestibule/contract/internal/team-audit.endpoint.ts";
import { factWords } from "@vestibule/wording/fact-words.rule.ts";
import { nameTimeZone } from "@vestibule/wording/format.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { momentOf, retryAt, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type SignedInAgent, staffApi } from "../../staff/agent-session.server.ts";
import { caseWords, type Words } from "../../staff/case-words.server.ts";
import { resultOf } from "../../staff/step-result.rule.ts";
import type { AuditEventView, AuditView } from "./audit-view.ts";
import { csvFile } from "./csv.rule.ts";

/** What the query asks for; undefined before a search. */
function readSearch(query: URLSearchParams): AuditView["searched"] {
  const by = auditSearches.find((one) => one === query.get("by"));
  const days = auditSpans.find((one) => one === query.get("days")) ?? "7";
  return by && { by, value: (query.get("value") ?? "").trim(), days };
}

/** Searches as the query says. A file has more events than a page. */
export function findEvents(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  query: URLSearchParams,
  as: "page" | "file",
) {
  const searched = readSearch(query);
  if (searched === undefined || searched.value === "") return undefined;
  return staffApi(requestContext, session, teamAuditEndpoints).search({ ...searched, as });
}

/** The page before and after a search, in the language of the request. */
export async function auditView(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  query: URLSearchParams,
): Promise<{ view: AuditView; status: number }> {
  const { language, province, now } = requestContext;
  const searched = readSearch(query);
  const view: AuditView = {
    searched,
    events: auditEvents
      .map((event) => ({ value: event, label: translate(requestContext, `agent:event.${event}`) }))
      .toSorted((left, right) => left.label.localeCompare(right.label, `${language}-CA`)),
    zone: nameTimeZone(provinces[province].timeZone, language, now),
    found: undefined,
    refused: undefined,
  };
  if (searched === undefined) return { view, status: 200 };
  const result = await findEvents(requestContext, session, query, "page");
  if (result === undefined) return { view: { ...view, refused: { why: "format" } }, status: 400 };
  if (result.kind === "ok") {
    const { events, isCut } = result.data;
    const words = {
      ...caseWords(requestContext),
      ...factWords({ language, timeZone: provinces[province].timeZone }),
    };
    const found = {
      events: events.map((event, at) => eventView(requestContext, words, event, at)),
      isCut,
      query: String(new URLSearchParams(searched)),
    };
    return { view: { ...view, found }, status: 200 };
  }
  if (isRejected(result, { status: 429 })) {
    const time = retryAt(requestContext, result.retryAfterSeconds);
    return { view: { ...view, refused: { why: "limited", time } }, status: 429 };
  }
  if (isRejected(result, { status: 404 })) return { view: { ...view, refused: { why: "unknown" } }, status: 404 };
  if (isRejected(result, { status: 400 })) {
    const why = searched.by === "reference" ? "misread" : "format";
    return { view: { ...view, refused: { why } }, status: 400 };
  }
  return { view: { ...view, refused: { why: "unavailable" } }, status: 503 };
}

type EventWords = Words & ReturnType<typeof factWords>;

function eventView(
  requestContext: PortalRequestContext,
  words: EventWords,
  event: FoundEvent,
  at: number,
): AuditEventView {
  const { day, time } = momentOf(requestContext, event.at);
  const known = resultOf(event.event, event.result);
  const result = known ? words.t(known) : words.translateOr(`agent:mismatch.${event.result}`, event.result);
  const brand = event.brand ?? undefined;
  return {
    id: `${at}`,
    when: translate(requestContext, "team:version.moment", { day, time }),
    what: isOneOf(auditEvents, event.event) ? translate(requestContext, `agent:event.${event.event}`) : event.event,
    who: actorName(requestContext, event.actor),
    details: [
      ...(brand === undefined ? [] : [brand]),
      ...(event.result === "ok" ? [] : [translate(requestContext, "teamDesk:audit.result", { result })]),
      ...Object.entries(event.facts).map(words.describeFact),
    ],
  };
}

function actorName(requestContext: PortalRequestContext, actor: string): string {
  const [kind = "", ...rest] = actor.split(":");
  const id = rest.join(":");
  if (kind === "agent") return id;
  if (kind === "operator") return translate(requestContext, "teamDesk:audit.operator", { id });
  if (kind === "person" || kind === "system" || kind === "service")
    return translate(requestContext, `teamDesk:audit.${kind}`);
  return actor;
}

/** The events as rows of a file, with the names of the audit trail. */
export function auditFile(events: readonly FoundEvent[]): string {
  return csvFile(
    ["at", "event", "result", "brand", "actor", "accountId", "journeyId", "facts"],
    events.map(({ at, event, result, brand, actor, accountId, journeyId, facts }) => [
      at,
      event,
      result,
      brand ?? "",
      actor,
      accountId ?? "",
      journeyId ?? "",
      JSON.stringify(facts),
    ]),
  );
}
