import { personActions } from "@vestibule/catalogue/team.table.ts";
import {
  type FoundPerson,
  type PersonRequest,
  teamPeopleEndpoints,
} from "@vestibule/contract/internal/team-people.endpoint.ts";
import type { AccountCallResult } from "@vestibule/contract/v1/account.endpoint.ts";
import { data, redirect } from "react-router";
import { isRejected } from "../../api/error-handling.rule.ts";
import type { FormValues } from "../../form/form-values.ts";
import { momentWithZone, retryAt, translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type SignedInAgent, staffApi } from "../../staff/agent-session.server.ts";
import type { PeopleResult, PeopleView, PersonRequestView } from "./people-view.ts";

const peoplePath = "/team/people";

const peopleApi = (requestContext: PortalRequestContext, session: SignedInAgent) =>
  staffApi(requestContext, session, teamPeopleEndpoints);

/** The brands, and the requests that are open; undefined while that is unknown. */
export async function readPeople(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
): Promise<PeopleView | undefined> {
  const result = await peopleApi(requestContext, session).requests();
  if (result.kind !== "ok") return undefined;
  const brands = result.data.brands.map(({ id, name }) => ({ value: id, label: name[requestContext.language] }));
  const nameOf = (id: string) => brands.find(({ value }) => value === id)?.label ?? id;
  return {
    brands,
    requests: result.data.requests.map((one) => requestView(requestContext, { ...one, brand: nameOf(one.brand) })),
  };
}

function requestView(requestContext: PortalRequestContext, request: PersonRequest): PersonRequestView {
  const { id, action, brand, firstName, lastName, policyNumber, requestedBy, requestedAt, dueAt, approvedBy } = request;
  const t = (key: "policy" | "requestedBy" | "dueAt" | "approvedBy", facts: Record<string, string>) =>
    translate(requestContext, `teamDesk:people.${key}`, facts);
  return {
    id,
    action,
    name:
      firstName === undefined
        ? translate(requestContext, "teamDesk:people.unnamed")
        : [firstName, lastName].filter((part) => part !== undefined).join(" "),
    facts: [
      t("policy", { policy: policyNumber, brand }),
      t("requestedBy", { member: requestedBy, ...momentWithZone(requestContext, requestedAt) }),
      ...(approvedBy === undefined ? [] : [t("approvedBy", { member: approvedBy })]),
      t("dueAt", momentWithZone(requestContext, dueAt)),
    ],
    isOwn: request.isOwn,
    isApproved: approvedBy !== undefined,
  };
}

type Refused = Extract<PeopleResult, { kind: "refused" }>;

/** Performs a form of the page. Who was found is in its response, and in no URL. */
export async function changePeople(requestContext: PortalRequestContext, session: SignedInAgent, values: FormValues) {
  const api = peopleApi(requestContext, session);
  const { act, id = "", row = "", brand = "", reference = "", policyNumber = "" } = values;
  const refuse = (why: Refused["why"], status: number, time?: string) =>
    data({ kind: "refused", why, ...(time && { time }), values } as const satisfies Refused, { status });
  const done = (result: AccountCallResult<unknown>) =>
    result.kind === "ok" || isRejected(result, { status: 403 }) ? redirect(peoplePath, 303) : refuseResult(result);
  const refuseResult = (result: AccountCallResult<unknown>) => {
    if (isRejected(result, { status: 429 }))
      return refuse("limited", 429, retryAt(requestContext, result.retryAfterSeconds));
    if (isRejected(result, { status: 404 })) return refuse(act === "find" ? "unknown" : "ended", 404);
    if (isRejected(result, { status: 400 })) return refuse(act === "find" ? "misread" : "required", 400);
    if (isRejected(result, { status: 409 })) return refuse(act === "approve" ? "ownRequest" : "alreadyRequested", 409);
    return refuse("unavailable", 503);
  };

  switch (act) {
    case "find": {
      const by = reference === "" ? { brand, policyNumber } : { reference };
      if (reference === "" && policyNumber === "") return refuse("required", 400);
      const result = await api.find(by);
      if (result.kind !== "ok") return refuseResult(result);
      const people = result.data.people.map((person) => personView(requestContext, person));
      return data({ kind: "found", brand: result.data.brand, people } as const satisfies PeopleResult);
    }
    case "refuse":
      return done(await api.withdraw(id));
    case "approve": {
      const result = await api.approve(id);
      if (result.kind !== "ok" || result.data.erased === undefined) return done(result);
      const rows = Object.values(result.data.erased.deletes).reduce((sum: number, count) => sum + (count ?? 0), 0);
      return data({ kind: "erased", rows } as const satisfies PeopleResult);
    }
    default: {
      const action = personActions.find((one) => one === act);
      return action === undefined ? redirect(peoplePath, 303) : done(await api.request({ brand, row, action }));
    }
  }
}

function personView(requestContext: PortalRequestContext, person: FoundPerson) {
  const { row, firstName, lastName, role, policyNumber, hasAccount } = person;
  return {
    row,
    name: `${firstName} ${lastName}`,
    facts: [
      translate(requestContext, `personExport:role.${role}`),
      policyNumber,
      translate(requestContext, `teamDesk:people.${hasAccount ? "hasAccount" : "noAccount"}`),
    ],
  };
}

/** The document of an approved export; undefined where it cannot be had. */
export async function downloadExport(requestContext: PortalRequestContext, session: SignedInAgent, id: string) {
  const result = await peopleApi(requestContext, session).download(id);
  return result.kind === "ok" ? result.data : undefined;
}
