import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { sharedLimits } from "@vestibule/catalogue/support.table.ts";
import type { LetterRequest } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import { type Finding, type PortalState, teamDeskEndpoints } from "@vestibule/contract/internal/team-desk.endpoint.ts";
import { type TextKey, textKey } from "@vestibule/wording/tables.ts";
import { data, redirect } from "react-router";
import { isRejected } from "../../api/error-handling.rule.ts";
import type { FormValues } from "../../form/form-values.ts";
import { momentOf, momentWithZone, retryAt, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type SignedInAgent, staffApi } from "../../staff/agent-session.server.ts";
import type { DeskRow, FindingView, StateView } from "./desk-view.ts";

const deskApi = (requestContext: PortalRequestContext, session: SignedInAgent) =>
  staffApi(requestContext, session, teamDeskEndpoints);

/** Letters to print; undefined while that is unknown. */
export async function readLetters(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
): Promise<DeskRow[] | undefined> {
  const result = await deskApi(requestContext, session).letters();
  if (result.kind !== "ok") return undefined;
  const nameOf = brandNames(requestContext, result.data.brands);
  return result.data.letters.map((letter) => letterRow(requestContext, letter, nameOf(letter.brand)));
}

/** Returns the function that names a brand in the language of the page. */
const brandNames =
  ({ language }: PortalRequestContext, brands: PortalState["brands"]) =>
  (id: string): string =>
    brands.find((one) => one.id === id)?.name[language] ?? id;

function letterRow(requestContext: PortalRequestContext, letter: LetterRequest, brandName: string): DeskRow {
  const { id, brand, company, policyNumber, role, firstName, lastName, language, requestedAt } = letter;
  return {
    id,
    name:
      firstName === undefined
        ? translate(requestContext, "teamDesk:letters.unnamed")
        : `${firstName} ${lastName ?? ""}`.trim(),
    facts: [
      company === brand
        ? translate(requestContext, "teamDesk:people.policy", { policy: policyNumber, brand: brandName })
        : translate(requestContext, "teamDesk:letters.policy", { policy: policyNumber, company, brand: brandName }),
      translate(requestContext, `personExport:role.${role}`),
      translate(requestContext, `teamDesk:letters.${language}`),
      translate(requestContext, "teamDesk:letters.requested", momentWithZone(requestContext, requestedAt)),
    ],
  };
}

/** Marks a letter as printed. */
export async function changeLetters(requestContext: PortalRequestContext, session: SignedInAgent, values: FormValues) {
  const result = await deskApi(requestContext, session).markPrinted(values.id ?? "");
  if (result.kind === "ok") return data({ kind: "printed" } as const);
  if (isRejected(result, { status: 403 })) return redirect("/team/letters", 303);
  return isRejected(result, { status: 404 })
    ? data({ kind: "failed", why: "ended" } as const, { status: 404 })
    : data({ kind: "failed", why: "unavailable" } as const, { status: 503 });
}

/** Requests of agents that wait for a second agent; undefined while that is unknown. */
export async function readLinkRequests(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
): Promise<DeskRow[] | undefined> {
  const result = await deskApi(requestContext, session).linkRequests();
  if (result.kind !== "ok") return undefined;
  const nameOf = brandNames(requestContext, result.data.brands);
  return result.data.requests.map(({ id, brand, action, email, requestedBy, requestedAt, dueAt }) => ({
    id,
    name: translate(requestContext, `agent:act.link.${action}`),
    facts: [
      translate(requestContext, "teamDesk:links.to", { email, brand: nameOf(brand) }),
      translate(requestContext, "teamDesk:people.requestedBy", {
        member: requestedBy,
        ...momentWithZone(requestContext, requestedAt),
      }),
      translate(requestContext, "teamDesk:people.dueAt", momentWithZone(requestContext, dueAt)),
    ],
  }));
}

/** Queues, limits, keys, applications and webhooks in words; undefined while that is unknown. */
export async function readState(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
): Promise<StateView | undefined> {
  const result = await deskApi(requestContext, session).state();
  return result.kind === "ok" ? stateView(requestContext, result.data) : undefined;
}

const dayMillis = 86_400_000;
const namedAnswers = ["signedIn", "logout", "accepted", "late"] as const;

function stateView(requestContext: PortalRequestContext, state: PortalState): StateView {
  const t = (key: TextKey, facts: Record<string, string | number> = {}) => translate(requestContext, key, facts);
  const waiting = (count: number, ageSeconds: number) =>
    count === 0
      ? t("teamDesk:state.empty")
      : t("teamDesk:state.waiting", { count, minutes: Math.ceil(ageSeconds / 60) });
  const nameOf = brandNames(requestContext, state.brands);
  type Answers = PortalState["webhooks"][number]["answers"];
  /** The newest answer is the first; a failure before a success is over. */
  const answerFacts = (rows: Answers, nameAnswer = answerName): Pick<DeskRow, "facts" | "failing"> => {
    if (rows.length === 0) return { facts: [t("teamDesk:state.noAnswer")] };
    const [first = "", ...others] = rows.map(({ isGood, answer, at }) =>
      t(`teamDesk:state.${isGood ? "good" : "bad"}`, {
        answer: nameAnswer(answer),
        ...momentWithZone(requestContext, at),
      }),
    );
    return rows[0]?.isGood === false ? { failing: first, facts: others } : { facts: [first, ...others] };
  };
  const answerName = (answer: string) => {
    const [, status] = /^status-(\d+)$/.exec(answer) ?? [];
    if (status !== undefined) return t("teamDesk:answer.status", { status });
    return isOneOf(namedAnswers, answer)
      ? t(`teamDesk:answer.${answer}`)
      : t("teamDesk:answer.notReached", { code: answer });
  };
  /** An application fails only to receive the announcement of a logout. */
  const applicationAnswer = (answer: string) =>
    answer === "signedIn" || answer === "logout"
      ? answerName(answer)
      : t("teamDesk:answer.logoutFailed", { reason: answerName(answer) });
  return {
    queues: state.queues.map(({ queue, count, ageSeconds }) => ({
      id: queue,
      name: t(textKey(`teamDesk:queue.${queue}`)),
      facts: [waiting(count, ageSeconds)],
    })),
    limits: state.limits.map(({ limit, count }) => ({
      id: limit,
      name: isOneOf(sharedLimits, limit) ? t(`agent:limit.${limit}`) : limit,
      facts: [t("teamDesk:state.reached", { count })],
    })),
    keys: state.keys.map(({ setting, since }) => {
      const { day } = momentOf(requestContext, since);
      const count = Math.floor((requestContext.now.getTime() - Date.parse(since)) / dayMillis);
      const age = count === 0 ? t("teamDesk:state.keyNew", { day }) : t("teamDesk:state.keySince", { day, count });
      return { id: setting, name: t(textKey(`teamDesk:key.${setting}`)), facts: [age] };
    }),
    applications: state.applications.map(({ brand, id, name, answers: rows }) => ({
      id: `${brand}/${id}`,
      name: `${name[requestContext.language]} (${nameOf(brand)})`,
      ...answerFacts(rows, applicationAnswer),
    })),
    webhooks: state.webhooks.map(({ id, waiting: count, parked, ageSeconds, answers }) => {
      const { failing, facts } = answerFacts(answers);
      const load = [
        waiting(count, ageSeconds),
        ...(parked === 0 ? [] : [t("teamDesk:state.parked", { count: parked })]),
      ];
      return { id, name: id, failing, facts: [...load, ...facts] };
    }),
  };
}

/** Checks the server as `vestibule doctor` does. */
export async function checkServer(requestContext: PortalRequestContext, session: SignedInAgent) {
  const result = await deskApi(requestContext, session).check();
  if (result.kind === "ok") {
    const findings = result.data.findings.map((finding) => findingView(requestContext, finding));
    return data({ kind: "checked", findings } as const);
  }
  if (isRejected(result, { status: 403 })) return redirect("/team/state", 303);
  return isRejected(result, { status: 429 })
    ? data({ kind: "failed", why: "limited", time: retryAt(requestContext, result.retryAfterSeconds) } as const, {
        status: 429,
      })
    : data({ kind: "failed", why: "unavailable" } as const, { status: 503 });
}

function findingView(requestContext: PortalRequestContext, finding: Finding): FindingView {
  const { state, certificateUntil } = finding;
  const subject = finding.subject[requestContext.language];
  const detail = finding.detail[requestContext.language];
  if (certificateUntil === undefined) return { state, subject, detail, certificate: undefined };
  const { day } = momentOf(requestContext, certificateUntil);
  return { state, subject, detail, certificate: translate(requestContext, "teamDesk:state.certificate", { day }) };
}
