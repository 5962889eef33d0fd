import {
  type ApiCaller,
  type ApiClient,
  type ApiClientSettings,
  type CallInput,
  createClient,
} from "@vestibule/contract/api.client.ts";
import { readGatewaySessionId } from "@vestibule/contract/cookies/gateway-session.rule.ts";
import { trustedDeviceCookieName, trustedDeviceHeader } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { policyNumberRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { maintenanceBypassSlice } from "../request/session-slice.server.ts";

export type Endpoints = Parameters<typeof createClient>[0];
/** The calls of `ApiClient` without their first argument, the caller, which is the same for a whole request. */
type CallsOfRequest<Calls extends Endpoints> = {
  [Name in keyof Calls]: (...input: CallInput<Calls[Name]>) => ReturnType<ApiClient<Calls>[Name]>;
};

/**
 * Client of some endpoints of the API on behalf of this request. `by` adds to the caller, such as a token or a gateway
 * session. A call without a response within `timeoutMilliseconds` fails.
 */
export function apiClient<Calls extends Endpoints>(
  { api, brand, province, language, session }: PortalRequestContext,
  endpoints: Calls,
  { timeoutMilliseconds, ...by }: Partial<ApiCaller> & Pick<ApiClientSettings, "timeoutMilliseconds"> = {},
): CallsOfRequest<Calls> {
  const bypass = session.get(maintenanceBypassSlice) && { maintenancePageBypass: session.get(maintenanceBypassSlice) };
  const caller = { apiKey: brand.apiKey ?? brand.id, province, language, ...bypass, ...by };
  const client = createClient(endpoints, {
    // Only the path counts: the server decides where the API is.
    baseUrl: "http://api.internal",
    fetch: (request) => api.fetch(request),
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
  });
  const calls = Object.entries(client).map(([name, call]) => [name, call.bind(undefined, caller)]);
  return Object.fromEntries(calls) as CallsOfRequest<Calls>;
}

/** Client of the account's endpoints, with the id of the gateway session that the browser's cookies have. */
export function sessionApi<Calls extends Endpoints>(requestContext: PortalRequestContext, endpoints: Calls) {
  const gatewaySession = readGatewaySessionId(requestContext.cookies.read, requestContext) ?? "";
  return apiClient(requestContext, endpoints, { gatewaySession });
}

/** Header with the trusted device of this browser, where it has one. */
export function trustedDeviceHeaders(requestContext: PortalRequestContext): Record<string, string> {
  const device = requestContext.cookies.read(trustedDeviceCookieName(requestContext));
  return device ? { [trustedDeviceHeader]: device } : {};
}

/** Client of password recovery, with the trusted device of this browser. */
export function recoveryApi(requestContext: PortalRequestContext) {
  return apiClient(requestContext, recoveryEndpoints, { headers: trustedDeviceHeaders(requestContext) });
}

export function policyNumberApi(requestContext: PortalRequestContext) {
  return apiClient(requestContext, policyNumberRegistrationEndpoints);
}
