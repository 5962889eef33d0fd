import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { apiClient } from "../app/api/api-client.server.ts";
import { bypassGiven } from "../app/request/maintenance-bypass.rule.ts";
import type { Maintenance, PortalRequestContext } from "../app/request/request-context.ts";
import { maintenanceBypassSlice } from "../app/request/session-slice.server.ts";

const cacheMillis = 1000;
const timeoutMilliseconds = 2000;

export type AskMaintenance = (requestContext: PortalRequestContext, page: URL) => Promise<Maintenance>;

/**
 * Asks the API for a brand's maintenance state, cached for one second for all requests. An operator's bypass value is
 * checked separately and kept in the session while it works. Without a response nothing is closed: each page's own
 * calls report the error.
 */
export function createMaintenanceClient(): AskMaintenance {
  const known = new Map<string, { result: Promise<Maintenance>; askedAtMillis: number }>();

  async function ask(requestContext: PortalRequestContext, bypass?: string): Promise<Maintenance> {
    const by = { timeoutMilliseconds, ...(bypass && { maintenancePageBypass: bypass }) };
    const result = await apiClient(requestContext, accountEndpoints, by).welcome();
    if (result.kind === "ok") return { kind: "open" };
    if (result.kind !== "error" || result.status !== 530) return { kind: "unavailable" };
    return { kind: "closed", ...(result.error.until && { until: result.error.until }) };
  }

  function pollEachSecond(requestContext: PortalRequestContext): Promise<Maintenance> {
    const last = known.get(requestContext.brand.id);
    if (last !== undefined && performance.now() - last.askedAtMillis < cacheMillis) return last.result;
    const result = ask(requestContext);
    known.set(requestContext.brand.id, { result, askedAtMillis: performance.now() });
    return result;
  }

  return async (requestContext, page) => {
    const { session } = requestContext;
    const values = [bypassGiven(page), session.get(maintenanceBypassSlice)].filter((value) => value !== undefined);
    session.delete(maintenanceBypassSlice);
    for (const value of values) {
      const result = await ask(requestContext, value);
      if (result.kind === "closed") continue;
      session.set(maintenanceBypassSlice, value);
      return result;
    }
    return pollEachSecond(requestContext);
  };
}
