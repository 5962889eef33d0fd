import { browserSessionHeader, emailSourceHeader } from "@vestibule/contract/v1/support.schema.ts";
import { browserSessionIdFor } from "../app/request/browser-session-id.server.ts";
import { bypassParameter } from "../app/request/maintenance-bypass.rule.ts";
import type { PortalRequestContext } from "../app/request/request-context.ts";

/** Calls the API on behalf of one request: with its province, language, brand, client IP and browser session. */
export function callApi(
  caller: { requestContext: PortalRequestContext; clientIp: string; fetch: typeof fetch },
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const { requestContext, clientIp } = caller;
  const { brand, session } = requestContext;
  const request = input instanceof Request ? input : undefined;
  const headers = new Headers(init.headers ?? request?.headers);
  if (!headers.has("province")) headers.set("province", requestContext.province.toUpperCase());
  headers.set("language", requestContext.language);
  headers.set("api-key", brand.apiKey ?? brand.id);
  headers.set("x-vestibule-client-ip", clientIp);
  headers.set("x-vestibule-origin", requestContext.origin);
  const browserSessionId = browserSessionIdFor(session, { method: init.method ?? request?.method ?? "GET" });
  if (browserSessionId !== undefined) headers.set(browserSessionHeader, browserSessionId);
  const { emailSource } = session.singleSignOn ?? {};
  if (emailSource !== undefined) headers.set(emailSourceHeader, emailSource);
  return caller.fetch(withBypass(input, session.maintenanceBypass), { ...init, headers });
}

/** Adds the operator's bypass value, unless the call has one. */
function withBypass(input: RequestInfo | URL, bypass: string | undefined): RequestInfo | URL {
  if (bypass === undefined) return input;
  const url = new URL(input instanceof Request ? input.url : input);
  if (!url.searchParams.has(bypassParameter)) url.searchParams.set(bypassParameter, bypass);
  return input instanceof Request ? new Request(url, input) : url;
}
