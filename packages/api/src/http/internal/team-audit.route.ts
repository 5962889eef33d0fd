import type { OpenAPIHono } from "@hono/zod-openapi";
import { auditEvents } from "@vestibule/catalogue/audit-event.table.ts";
import { teamAuditEndpoints } from "@vestibule/contract/internal/team-audit.endpoint.ts";
import { type AuditCondition, type AuditMatch, searchAudit } from "../../audit/audit-search.store.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { limitMisses } from "../../flows/support/limit-misses.ts";
import { hoursAroundReference, loadSupportCase } from "../../flows/support/load-support-case.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { faultCode } from "../../platform/fault-code.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse, fieldsOf, parseInput } from "../error-response.ts";
import { clientIpOf } from "../request-context.rule.ts";
import { readTeamCall } from "./team-call.rule.ts";

const longest = { page: 100, file: 10_000 } as const;

/** Search of the audit trail by a member of the digital team; `internalRoutes` checks the service credential before. */
export function addTeamAuditRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { database, auditor, limits } = deps;
  const { search } = teamAuditEndpoints;
  const addOperateEndpoint = authorizedEndpoints(routes, (context) => readTeamCall(deps, context, "operate"));

  addOperateEndpoint(search, async ({ context, caller: { memberId }, respond }) => {
    const query = parseInput(search.query, context.req.query());
    if (!query.success) return accountErrorResponse("invalidRequest", { fields: fieldsOf(query.error) });
    const { by, value, days, as } = query.data;
    const counted = await limits.consume(database, { limit: "teamReportMember", subject: memberId });
    if (counted.kind === "exceeded") return accountErrorResponse("tooManyRequests", retryLater(counted));
    const actor = `agent:${memberId}`;
    const clientIp = clientIpOf(context.req.raw);
    const condition = await conditionOf(deps, { by, value, days: Number(days), actor, clientIp });
    if (condition instanceof Response) return condition;
    const limit = longest[as];
    const found = await searchAudit(database, condition, limit + 1).catch((fault: unknown) => {
      if (faultCode(fault) === queryCancelled) return undefined;
      throw fault;
    });
    if (found === undefined) return accountErrorResponse("unavailable");
    const events = found.slice(0, limit);
    await transact(database, (transaction) =>
      auditor.record(transaction, {
        event: as === "file" ? "audit.exported" : "audit.searched",
        result: "ok",
        actor,
        facts: { by, ...(by !== "reference" && { value, days: Number(days) }), events: events.length },
      }),
    );
    return respond(200, { events: events.map(toResponse), isCut: found.length > limit });
  });
}

/** PostgreSQL's error code of a statement that exceeded its timeout. */
const queryCancelled = "57014";

const toResponse = ({ at, ...event }: AuditMatch) => ({ ...event, at: at.toISOString() });

interface Wanted {
  by: "reference" | "agent" | "event";
  value: string;
  days: number;
  actor: string;
  clientIp: string;
}

async function conditionOf(
  deps: RouteDeps,
  { by, value, days, actor, clientIp }: Wanted,
): Promise<AuditCondition | Response> {
  if (by === "agent") return { by, id: value.trim(), days };
  if (by === "event") {
    const event = auditEvents.find((name) => name === value);
    return event ? { by, event, days } : accountErrorResponse("invalidRequest", { fields: { value: "format" } });
  }
  const call = { code: value, actor, role: "read" } as const;
  const opened = await limitMisses(deps, { actor, clientIp }, () => loadSupportCase(deps, call));
  switch (opened.kind) {
    case "wait":
      return accountErrorResponse("tooManyRequests", opened);
    case "misread":
      return accountErrorResponse("invalidRequest", { fields: { value: "misread" } });
    case "found": {
      const { reference, journeys, account } = opened.file;
      const about = {
        brandId: reference.brandId,
        journeyIds: journeys.flatMap(({ id }) => id ?? []),
        accountId: account?.id,
        browserSessionId: reference.browserSessionId,
        ...hoursAroundReference(reference.madeAt),
      };
      return { by: "case", about };
    }
    default:
      return accountErrorResponse("notFound");
  }
}
