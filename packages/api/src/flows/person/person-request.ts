import type { AuditEventName } from "@vestibule/catalogue/audit-event.table.ts";
import type { PersonAction } from "@vestibule/catalogue/team.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { ErasureReport, PersonExport } from "@vestibule/contract/internal/person.schema.ts";
import { isSameStaff } from "@vestibule/contract/internal/staff-role.rule.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps } from "../../deps.ts";
import { unlessUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { deletePersonRows } from "../../retention/person-rows.store.ts";
import { exportPerson } from "./export-and-erase.ts";
import { findPerson, type PersonDeps, personEvent } from "./find-person.ts";
import {
  approvePersonRequest,
  deletePersonRequest,
  findPersonRequest,
  insertPersonRequest,
  listPersonRequests,
  type PersonRequestRow,
} from "./person-request.store.ts";

type RequestDeps = PersonDeps & Pick<ApiDeps, "brands">;

/** Asks for an export or an erasure, which another member approves. */
export function requestForPerson(
  deps: RequestDeps,
  { brand, row, action, actor }: { brand: Brand; row: PolicyPerson; action: PersonAction; actor: string },
): Promise<{ kind: "requested" | "alreadyRequested" }> {
  return transact(deps.database, async (transaction) => {
    const id = await insertPersonRequest(transaction, { brandId: brand.id, action, row, requestedBy: actor });
    if (id === undefined) return { kind: "alreadyRequested" };
    const event = action === "erase" ? "person.erasureRequested" : "person.exportRequested";
    await record(deps, transaction, { event, brandId: brand.id, actor, facts: { request: id } });
    return { kind: "requested" };
  });
}

export type ListedRequest = PersonRequestRow & { row: PolicyPerson | undefined };

/** Open requests with the people that the policy directory has now. */
export async function listRequests(deps: RequestDeps): Promise<ListedRequest[]> {
  const requests = await listPersonRequests(deps.database);
  return Promise.all(
    requests.map(async (request) => ({ ...request, row: await unlessUnavailable(findRow(deps, request)) })),
  );
}

type Approval =
  | { kind: "approved" }
  | { kind: "erased"; report: ErasureReport }
  | { kind: "notFound" }
  | { kind: "ownRequest" };

/** Approves the request of another member. An erasure is done in the same transaction. */
export async function approveRequest(
  deps: RequestDeps,
  { id, actor }: { id: string; actor: string },
): Promise<Approval> {
  const request = await findPersonRequest(deps.database, id);
  if (request === undefined || request.approvedBy !== null) return { kind: "notFound" };
  const { brandId, action, requestedBy } = request;
  if (isSameStaff(requestedBy, actor)) return { kind: "ownRequest" };
  const call = await callOf(deps, request, actor);
  if (call === undefined) return { kind: "notFound" };
  const found = await findPerson(deps, call);
  if (found.kind !== "found") return { kind: "notFound" };
  return transact(deps.database, async (transaction): Promise<Approval> => {
    if (!(await approvePersonRequest(transaction, { id, actor }))) return { kind: "notFound" };
    if (action === "export") {
      const event = { event: "person.exportApproved", brandId, actor, facts: { request: id, requestedBy } } as const;
      await record(deps, transaction, event);
      return { kind: "approved" };
    }
    const counts = await deletePersonRows(transaction, found.refs);
    await deps.auditor.record(
      transaction,
      personEvent(call, found.refs, "person.erased", { request: id, requestedBy }),
    );
    return { kind: "erased", report: { brand: brandId, ...counts } };
  });
}

/** Refuses a request, or withdraws one's own. */
export function refuseRequest(
  deps: RequestDeps,
  { id, actor }: { id: string; actor: string },
): Promise<{ kind: "refused" | "notFound" }> {
  return transact(deps.database, async (transaction) => {
    const request = await deletePersonRequest(transaction, id);
    if (request === undefined) return { kind: "notFound" };
    const { brandId, action, requestedBy } = request;
    const facts = { request: id, requestedBy, action };
    await record(deps, transaction, { event: "person.requestRefused", brandId, actor, facts });
    return { kind: "refused" };
  });
}

/** The document of an approved export. */
export async function downloadExport(
  deps: RequestDeps,
  { id, actor }: { id: string; actor: string },
): Promise<{ kind: "exported"; document: PersonExport } | { kind: "notFound" }> {
  const request = await findPersonRequest(deps.database, id);
  if (request?.action !== "export" || request.approvedBy === null) return { kind: "notFound" };
  const call = await callOf(deps, request, actor);
  const result = call && (await exportPerson(deps, call));
  return result?.kind === "exported" ? result : { kind: "notFound" };
}

async function callOf(deps: RequestDeps, request: PersonRequestRow, actor: string) {
  const brand = deps.brands.byId(request.brandId);
  const row = await findRow(deps, request);
  return brand && row && { brand, person: { row }, actor };
}

async function findRow({ directory }: RequestDeps, request: PersonRequestRow): Promise<PolicyPerson | undefined> {
  const { company, policyNumber, personKey, role } = request;
  const rows = await directory.findByPolicyNumber({ companies: [company], policyNumber });
  return rows.find((row) => row.personKey === personKey && row.role === role);
}

function record(
  { auditor }: RequestDeps,
  transaction: Trx,
  event: { event: AuditEventName; brandId: string; actor: string; facts: NonNullable<AuditEvent["facts"]> },
): Promise<void> {
  return auditor.record(transaction, { result: "ok", ...event });
}
