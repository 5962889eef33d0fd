import type { OpenAPIHono } from "@hono/zod-openapi";
import { maskPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import { isSameStaff } from "@vestibule/contract/internal/staff-role.rule.ts";
import {
  type FoundPerson,
  type PersonRequest,
  teamPeopleEndpoints,
} from "@vestibule/contract/internal/team-people.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import {
  approveRequest,
  downloadExport,
  type ListedRequest,
  listRequests,
  refuseRequest,
  requestForPerson,
} from "../../flows/person/person-request.ts";
import { limitMisses } from "../../flows/support/limit-misses.ts";
import { loadSupportCase } from "../../flows/support/load-support-case.ts";
import { findAccountOfRow } from "../../identity/find-account-of-row.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { clientIpOf } from "../request-context.rule.ts";
import { readTeamCall } from "./team-call.rule.ts";

/** People for the digital team; `internalRoutes` checks the service credential before. */
export function addTeamPeopleRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { brands, directory } = deps;
  const { find, requests, request, approve, withdraw, download } = teamPeopleEndpoints;
  const addOperateEndpoint = authorizedEndpoints(routes, async (context) => {
    const caller = await readTeamCall(deps, context, "operate");
    if (caller instanceof Response) return caller;
    return { actor: `agent:${caller.memberId}`, clientIp: clientIpOf(context.req.raw) };
  });

  addOperateEndpoint(find, async ({ caller, body, respond }) => {
    if ("brand" in body && brands.byId(body.brand) === undefined)
      return accountErrorResponse("invalidRequest", { fields: { brand: "format" } });
    const found = await limitMisses(deps, caller, () => findPeople(deps, body, caller.actor));
    switch (found.kind) {
      case "wait":
        return accountErrorResponse("tooManyRequests", found);
      case "misread":
        return accountErrorResponse("invalidRequest", { fields: { reference: "misread" } });
      case "unknown":
        return accountErrorResponse("notFound");
      case "found":
        return respond(200, { brand: found.brandId, people: await describePeople(deps, found) });
    }
  });
  addOperateEndpoint(requests, async ({ caller: { actor }, respond }) =>
    respond(200, {
      requests: (await listRequests(deps)).map((one) => describeRequest(one, actor)),
      brands: brands.brands.map(({ id, name }) => ({ id, name })),
    }),
  );
  addOperateEndpoint(request, async ({ caller: { actor }, body, respond }) => {
    const brand = brands.byId(body.brand);
    const row = await directory.findById(body.row);
    if (brand === undefined || row === undefined || !brand.companies.includes(row.company))
      return accountErrorResponse("notFound");
    const result = await requestForPerson(deps, { brand, row, action: body.action, actor });
    return result.kind === "requested" ? respond(204) : refused(result.kind);
  });
  addOperateEndpoint(approve, async ({ caller: { actor }, params: { id }, respond }) => {
    const result = await approveRequest(deps, { id, actor });
    switch (result.kind) {
      case "notFound":
        return accountErrorResponse("notFound");
      case "ownRequest":
        return refused(result.kind);
      case "approved":
        return respond(200, {});
      case "erased":
        return respond(200, { erased: result.report });
    }
  });
  addOperateEndpoint(withdraw, async ({ caller: { actor }, params: { id }, respond }) => {
    const { kind } = await refuseRequest(deps, { id, actor });
    return kind === "refused" ? respond(204) : accountErrorResponse("notFound");
  });
  addOperateEndpoint(download, async ({ caller: { actor }, params: { id }, respond }) => {
    const result = await downloadExport(deps, { id, actor });
    return result.kind === "exported" ? respond(200, result.document) : accountErrorResponse("notFound");
  });
}

const refused = (act: string) => accountErrorResponse("linkRefused", { fields: { act } });

type Found = { kind: "found"; brandId: string; rows: readonly PolicyPerson[] } | { kind: "misread" | "unknown" };

/** Finds the people and records it. */
async function findPeople(
  deps: RouteDeps,
  body: { reference: string } | { brand: string; policyNumber: string },
  actor: string,
): Promise<Found> {
  const found = await ("reference" in body ? behindReference(deps, body.reference, actor) : onPolicy(deps, body));
  if (found.kind === "misread") return found;
  const by = "reference" in body ? "reference" : "policy";
  const people = found.kind === "found" ? found.rows.length : 0;
  await transact(deps.database, (transaction) =>
    deps.auditor.record(transaction, {
      event: "person.searched",
      result: people === 0 ? "none" : "ok",
      actor,
      ...(found.kind === "found" && { brandId: found.brandId }),
      facts: { by, people },
    }),
  );
  return people === 0 ? { kind: "unknown" } : found;
}

async function behindReference(deps: RouteDeps, code: string, actor: string): Promise<Found> {
  const opened = await loadSupportCase(deps, { code, actor, role: "read" });
  if (opened.kind === "misread") return { kind: "misread" };
  if (opened.kind !== "found") return { kind: "unknown" };
  const { reference, policies } = opened.file;
  return { kind: "found", brandId: reference.brandId, rows: policies };
}

async function onPolicy(
  { brands, directory }: RouteDeps,
  { brand: brandId, policyNumber: typed }: { brand: string; policyNumber: string },
): Promise<Found> {
  const { companies = [] } = brands.byId(brandId) ?? {};
  const policyNumber = normaliseNumber(typed);
  return { kind: "found", brandId, rows: await directory.findByPolicyNumber({ companies, policyNumber }) };
}

function describePeople(
  deps: RouteDeps,
  { brandId, rows }: { brandId: string; rows: readonly PolicyPerson[] },
): Promise<FoundPerson[]> {
  return Promise.all(
    rows.map(async (row) => ({
      row: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      role: row.role,
      policyNumber: maskPolicyNumber(row.policyNumber),
      hasAccount: (await findAccountOfRow(deps, { brandId, row })) !== undefined,
    })),
  );
}

function describeRequest(request: ListedRequest, actor: string): PersonRequest {
  const { id, brandId: brand, action, policyNumber, requestedBy, requestedAt, dueAt, approvedBy, row } = request;
  return {
    ...{ id, brand, action, policyNumber: maskPolicyNumber(policyNumber) },
    ...(row && { firstName: row.firstName, lastName: row.lastName }),
    requestedBy: agentIdOf(requestedBy),
    requestedAt: requestedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    ...(approvedBy !== null && { approvedBy: agentIdOf(approvedBy) }),
    isOwn: isSameStaff(requestedBy, actor),
  };
}

const agentIdOf = (actor: string) => actor.replace(/^agent:/, "");
