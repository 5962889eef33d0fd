import { setTimeout as pause } from "node:timers/promises";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { readEmailOnFile } from "@vestibule/contract/fields/email.rule.ts";
import { maskPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { normaliseNumber, normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import { teamExplainEndpoints } from "@vestibule/contract/internal/team-explain.endpoint.ts";
import { closedParts } from "@vestibule/contract/opening-hours/opening-hours.rule.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { explainBook, explainRows } from "../../flows/registration/explain-book.ts";
import { explainImagined } from "../../flows/registration/explain-imagined.rule.ts";
import { limitMisses } from "../../flows/support/limit-misses.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { clientIpOf } from "../request-context.rule.ts";
import { readTeamCall } from "./team-call.rule.ts";

const longestMillis = 8000;

/** `vestibule explain` for the digital team; `internalRoutes` checks the service credential before. */
export function addTeamExplainRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { database, brands, limits, canSendSms, auditor } = deps;
  const { row, imagined, book } = teamExplainEndpoints;
  const addOperateEndpoint = authorizedEndpoints(routes, (context) => readTeamCall(deps, context, "operate"));
  const unknownBrand = () => accountErrorResponse("invalidRequest", { fields: { brand: "format" } });

  addOperateEndpoint(row, async ({ context, caller: { memberId }, body, respond }) => {
    const brand = brands.byId(body.brand);
    if (brand === undefined) return unknownBrand();
    const actor = `agent:${memberId}`;
    const result = await limitMisses(deps, { actor, clientIp: clientIpOf(context.req.raw) }, async () => {
      const rows = await explainRows(deps, { brand, name: nameOf(body.row) });
      await transact(database, (transaction) =>
        auditor.record(transaction, {
          event: "person.searched",
          result: rows.length === 0 ? "none" : "ok",
          brandId: brand.id,
          actor,
          facts: { by: "explain", people: rows.length },
        }),
      );
      return rows.length === 0 ? ({ kind: "unknown" } as const) : ({ kind: "found", rows } as const);
    });
    if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
    if (result.kind === "unknown") return accountErrorResponse("notFound");
    return respond(200, {
      rows: result.rows.map(({ row: { policyNumber, role, province }, endings }) => ({
        ...{ policyNumber: maskPolicyNumber(policyNumber), role, province, endings },
        closedDays: closedParts(brand.openingHours[province]),
      })),
    });
  });
  addOperateEndpoint(imagined, ({ body: { province, role, facts, ...body }, respond }) => {
    const brand = brands.byId(body.brand);
    if (brand === undefined) return unknownBrand();
    const endings = explainImagined({ role, facts: new Set(facts), canSendSms });
    return respond(200, { endings, closedDays: closedParts(brand.openingHours[province]) });
  });

  /** One count at a time for each brand; a later request waits for the same one. */
  const counting = new Map<string, ReturnType<typeof explainBook>>();
  addOperateEndpoint(book, async ({ caller: { memberId }, body, respond }) => {
    const brand = brands.byId(body.brand);
    if (brand === undefined) return unknownBrand();
    const counted = await limits.consume(database, { limit: "teamReportMember", subject: memberId });
    if (counted.kind === "exceeded") return accountErrorResponse("tooManyRequests", retryLater(counted));
    const running = counting.get(brand.id) ?? explainBook(deps, brand).finally(() => void counting.delete(brand.id));
    counting.set(brand.id, running);
    const explained = await Promise.race([running, pause(longestMillis, undefined, { ref: false })]);
    return explained === undefined ? accountErrorResponse("unavailable") : respond(200, explained);
  });
}

function nameOf(typed: string) {
  const email = readEmailOnFile(typed)?.email;
  return email === undefined ? { policyNumber: normaliseNumber(typed), personId: normaliseText(typed) } : { email };
}
