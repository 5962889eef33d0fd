import type { MiddlewareHandler } from "hono";
import { bypassOpens } from "../capabilities/maintenance/bypass-value.rule.ts";
import { maintenanceWatch } from "../capabilities/maintenance/maintenance-watch.adapter.ts";
import type { ApiEnvironment, ApiParts } from "../parts.ts";
import { isSecondGeneration } from "./generation.rule.ts";
import { accountErrorResponse } from "./v1/account-error.rule.ts";
import { errorResponse } from "./v2/registration-error.rule.ts";

/** Turns every call of a closed brand away; an operator's value in `maintenancePageBypass` lets one through. */
export function maintenanceGuard({ database, keys, log }: ApiParts): MiddlewareHandler<ApiEnvironment> {
  const watch = maintenanceWatch(database);
  return async (context, next) => {
    const { brand, requestId } = context.get("visit");
    const state = await watch.stateOf(brand.id);
    if (state.kind === "open") return next();
    const value = context.req.query("maintenancePageBypass") ?? "";
    if (await bypassOpens(keys.operator, { value, brandId: brand.id, now: state.now })) {
      log.info("maintenance.bypassed", { requestId, brandId: brand.id });
      return next();
    }
    const until = state.announcedEnd;
    return isSecondGeneration(context.req.path)
      ? errorResponse("MAINTENANCE", until === null ? {} : { until: until.toISOString() })
      : accountErrorResponse("maintenance", until === null ? {} : { until });
  };
}
