import type { OpenAPIHono } from "@hono/zod-openapi";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { maintenanceEndpoints } from "@vestibule/contract/internal/maintenance.endpoint.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { closeForMaintenance, issueBypass, openAfterMaintenance } from "../../flows/maintenance/maintenance.ts";
import { readMaintenance } from "../../maintenance/maintenance.store.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { readTeamCall } from "./team-call.rule.ts";

/** Planned maintenance, announced by members of the digital team. */
export function addMaintenanceRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: ApiDeps): void {
  const { database, brands } = deps;
  const addOperateEndpoint = authorizedEndpoints(routes, (context) => readTeamCall(deps, context, "operate"));
  const { list, close, open, issueBypass: bypass } = maintenanceEndpoints;
  const areKnown = (ids: readonly string[]) => ids.every((id) => brands.brands.some((brand) => brand.id === id));
  const unknownBrand = () => accountErrorResponse("invalidRequest", { fields: { brands: "format" } });

  addOperateEndpoint(list, async ({ respond }) => {
    const { closed } = await readMaintenance(database);
    return respond(200, {
      brands: brands.brands.map(({ id, name }) => {
        const until = closed.get(id)?.announcedEnd?.toISOString();
        return { id, name, isClosed: closed.has(id), ...(until !== undefined && { until }) };
      }),
    });
  });
  addOperateEndpoint(close, async ({ body, caller: { memberId }, respond }) => {
    if (!areKnown(body.brands)) return unknownBrand();
    const announcedEnd = body.until === undefined ? null : new Date(body.until);
    const { at } = await readMaintenance(database);
    if (announcedEnd !== null && announcedEnd <= at)
      return accountErrorResponse("invalidRequest", { fields: { until: "past" } });
    await closeForMaintenance(deps, { brandIds: body.brands, actor: `agent:${memberId}`, announcedEnd });
    return respond(204);
  });
  addOperateEndpoint(open, async ({ body, caller: { memberId }, respond }) => {
    if (!areKnown(body.brands)) return unknownBrand();
    await openAfterMaintenance(deps, { brandIds: body.brands, actor: `agent:${memberId}` });
    return respond(204);
  });
  addOperateEndpoint(bypass, async ({ body, caller: { memberId }, respond }) => {
    if (!areKnown(body.brands)) return unknownBrand();
    const { value, end } = await issueBypass(deps, {
      brandIds: body.brands,
      actor: `agent:${memberId}`,
      minutes: ttl.maintenanceBypassHours * 60,
    });
    const links = brands.brands.flatMap((brand) => {
      const origin = deps.originOf(brand);
      if (origin === undefined || !body.brands.includes(brand.id)) return [];
      return [{ brand: brand.id, url: `${origin}/?maintenancePageBypass=${value}` }];
    });
    return respond(201, { links, endsAt: end.toISOString() });
  });
}
