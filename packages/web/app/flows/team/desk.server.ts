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
  return result.kind === "ok" ? result.data.letters.map((letter) => letterRow(requestContext, letter)) : undefined;
}

function letterRow(requestContext: PortalRequestContext, letter: LetterRequest): DeskRow {
  const { id, brand, company, policyNumber, role, firstName, lastName, language, requestedAt } = letter;
  return {
    id,
    name:
      firstName === undefined
        ? translate(requestContext, "teamDesk:letters.unnamed")
        : `${firstName} ${lastName ?? ""}`.trim(),
    facts: [
      translate(requestContext, "teamDesk:letters.policy", { policy: policyNumber, company, brand }),
      translate(requestContext, `personExport:role.${role}`),
      translate(requestContext, `teamDesk:letters.${language}`),
      translate(requestContext, "teamDesk:letters.requested", momentWithZone(requestContext, requestedAt)),
    ],
  };
}

/** Marks a letter as printed. */
export async function changeLetters(requestContext: PortalRequestContext, session: SignedInAgent, values: FormValues) {
  const result = await deskApi(requestContext, session).markPrinted(values.id ?? "");
  if (result.kind === "ok" || isRejected(result, { status: 403 })) return redirect("/team/letters", 303);
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
  return result.data.requests.map(({ id, brand, action, email, requestedBy, requestedAt, dueAt }) => ({
    id,
    name: translate(requestContext, `agent:act.link.${action}`),
    facts: [
      translate(requestContext, "teamDesk:links.to", { email, brand }),
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

function stateView(requestContext: PortalRequestContext, state: PortalState): StateView {
  const t = (key: TextKey, facts: Record<string, string | number> = {}) => translate(requestContext, key, facts);
  const waiting = (count: number, ageSeconds: number) =>
    count === 0
      ? t("teamDesk:state.empty")
      : t("teamDesk:state.waiting", { count, minutes: Math.ceil(ageSeconds / 60) });
  const answers = (rows: PortalState["applications"][number]["answers"]) =>
    rows.length === 0
      ? [t("teamDesk:state.noAnswer")]
      : rows.map(({ isGood, answer, at }) =>
          t(`teamDesk:state.${isGood ? "good" : "bad"}`, {
            answer: answerName(answer),
            ...momentWithZone(requestContext, at),
          }),
        );
  const answerName = (answer: string) =>
    answer === "signedIn" || answer === "logout" || answer === "accepted" ? t(`teamDesk:answer.${answer}`) : answer;
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
    keys: state.keys.map(({ setting, since }) => ({
      id: setting,
      name: setting,
      facts: [
        t("teamDesk:state.keySince", {
          day: momentOf(requestContext, since).day,
          count: Math.floor((requestContext.now.getTime() - Date.parse(since)) / dayMillis),
        }),
      ],
    })),
    applications: state.applications.map(({ brand, id, name, answers: rows }) => ({
      id: `${brand}/${id}`,
      name: `${name[requestContext.language]} (${brand})`,
      facts: answers(rows),
    })),
    webhooks: state.webhooks.map(({ id, waiting: count, parked, ageSeconds, answers: rows }) => ({
      id,
      name: id,
      facts: [
        waiting(count, ageSeconds),
        ...(parked === 0 ? [] : [t("teamDesk:state.parked", { count: parked })]),
        ...answers(rows),
      ],
    })),
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
  const count = Math.floor((Date.parse(certificateUntil) - requestContext.now.getTime()) / dayMillis);
  const { day } = momentOf(requestContext, certificateUntil);
  return {
    state,
    subject,
    detail,
    certificate: translate(requestContext, "teamDesk:state.certificate", { day, count }),
  };
}
