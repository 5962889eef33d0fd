import type { OpenAPIHono } from "@hono/zod-openapi";
import { recordOf } from "@vestibule/catalogue/ids-of.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { reportDimensions } from "@vestibule/catalogue/team.table.ts";
import type { OidcClient } from "@vestibule/contract/brand/oidc-client.schema.ts";
import { type JourneyNumbers, teamEndpoints } from "@vestibule/contract/internal/team.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { faultCode } from "../../platform/fault-code.rule.ts";
import { longestQuerySeconds } from "../../platform/transaction.adapter.ts";
import type { ApplicationCount } from "../../statistics/application-report.rule.ts";
import type { JourneyFigures, JourneyReport } from "../../statistics/journey-report.rule.ts";
import { readReport } from "../../statistics/read-report.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse, fieldsOf, parseInput } from "../error-response.ts";
import { readTeamCall } from "./team-call.rule.ts";

/** Calls of the digital team's page; `internalRoutes` checks the service credential before. */
export function addTeamRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { database, brands, limits } = deps;
  const { report } = teamEndpoints;
  const addLookEndpoint = authorizedEndpoints(routes, (context) => readTeamCall(deps, context, "look"));

  addLookEndpoint(report, async ({ context, caller: { memberId }, respond }) => {
    const query = parseInput(report.query, context.req.query());
    if (!query.success) return accountErrorResponse("invalidRequest", { fields: fieldsOf(query.error) });
    const { brand: brandId, days, by, period: which } = query.data;
    const brand = brandId === undefined ? undefined : brands.byId(brandId);
    if (brandId !== undefined && brand === undefined)
      return accountErrorResponse("invalidRequest", { fields: { brand: "format" } });
    const counted = await limits.consume(database, { limit: "teamReportMember", subject: memberId });
    if (counted.kind === "exceeded") return accountErrorResponse("tooManyRequests", retryLater(counted));
    const { timeZone } = provinces[(brand ?? brands.defaultBrand).defaults.province];
    const period = {
      ...{ from: undefined, to: undefined, timeZone, days: Number(days), isBefore: which === "before" },
      ...{ brandId: brand?.id, ...(by && { by }) },
    };
    const numbers = await readReport(database, { ...period, timeoutSeconds: longestQuerySeconds }).catch(
      (fault: unknown) => {
        if (faultCode(fault) === queryCancelled) return undefined;
        throw fault;
      },
    );
    if (numbers === undefined) return accountErrorResponse("unavailable");
    return respond(200, {
      ...numbers,
      brands: brands.brands.map(({ id, name }) => ({ id, name })),
      journeys: numbers.journeys.map(journeyNumbers),
      applications: numbers.applications.map((one) => ({ ...one, ...applicationName(deps, one) })),
      roadblocks: numbers.roadblocks.map(({ roadblock, count, next }) => ({ roadblock, count, next })),
    });
  });
}

/** None of an application that the brand has no longer. */
function applicationName(
  { brands }: RouteDeps,
  { brand: brandId, application }: ApplicationCount,
): Pick<OidcClient, "name"> | undefined {
  const client = brands.byId(brandId)?.oidcClients.find(({ id }) => id === application);
  return client && { name: client.name };
}

function journeyNumbers(report: JourneyReport): JourneyNumbers {
  const { journey, steps, topOfPageErrors, times } = report;
  const dimensions = recordOf(reportDimensions, (name) => countsBy(report[name]));
  return { journey, ...countsOf(report), steps, topOfPageErrors, dimensions, times: countsBy(times) };
}

const countsBy = (figures: Readonly<Record<string, JourneyFigures>>) =>
  Object.fromEntries(Object.entries(figures).map(([value, one]) => [value, countsOf(one)]));

/** Without the rates, which the page does not show. */
function countsOf({ started, finished, continuedIn, refused, stuck, left, inProgress }: JourneyFigures) {
  return { started, finished, continuedIn, refused, stuck, left, inProgress };
}

/** PostgreSQL's error code of a statement that exceeded its timeout. */
const queryCancelled = "57014";
