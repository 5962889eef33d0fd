import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { stopLinkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { MiddlewareHandler } from "hono";
import type { ApiDeps, ApiEnvironment } from "../deps.ts";
import { bypassOpens } from "../maintenance/bypass-value.rule.ts";
import { maintenanceWatch } from "../maintenance/maintenance-watch.adapter.ts";
import { databaseRetryAfterSeconds } from "../platform/database-fault.rule.ts";
import { accountErrorResponse } from "./error-response.ts";
import { errorResponse, isApiV2 } from "./v2/registration-error.rule.ts";

/** The maintenance page needs these: the telephone hours and a support reference. */
const openDuringMaintenance: ReadonlySet<string> = new Set([
  helpEndpoints.hours.path,
  helpEndpoints.supportReference.path,
]);
/** A person can stop a fraudulent link request at any time. */
const stopLinks = stopLinkEndpoints.stop.path.replace("{token}", "");

/** An operator's signed value in `maintenancePageBypass` lets a request for a closed brand through. */
export function maintenanceGuard({ database, keys, log }: ApiDeps): MiddlewareHandler<ApiEnvironment> {
  const watch = maintenanceWatch(database);
  return async (context, next) => {
    if (openDuringMaintenance.has(context.req.path) || context.req.path.startsWith(stopLinks)) return next();
    const { brand, requestId } = context.get("requestContext");
    const state = await watch.stateOf(brand.id);
    // Routes that need the database refuse by themselves; the health check does not query it.
    if (state.kind === "unknown" && context.req.path === accountEndpoints.welcome.path)
      return accountErrorResponse("unavailable", { retryAfterSeconds: databaseRetryAfterSeconds });
    if (state.kind !== "closed") return next();
    const value = context.req.query("maintenancePageBypass") ?? "";
    if (await bypassOpens(keys.operator, { value, brandId: brand.id, now: state.now })) {
      log.info("maintenance.bypassed", { requestId, brandId: brand.id });
      return next();
    }
    const until = state.announcedEnd;
    return isApiV2(context.req.path)
      ? errorResponse("MAINTENANCE", until === null ? {} : { until: until.toISOString() })
      : accountErrorResponse("maintenance", until === null ? {} : { until });
  };
}
