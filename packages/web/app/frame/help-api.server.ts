import { createHelpClient } from "@vestibule/contract/v1/help.client.ts";
import type { HoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import type { PortalRequestContext } from "../visit/request-context.ts";

export function helpClient(requestContext: PortalRequestContext) {
  return createHelpClient({
    baseUrl: requestContext.api.baseUrl,
    fetch: (request) => requestContext.api.fetch(request),
  });
}

export function helpCaller(requestContext: PortalRequestContext) {
  return {
    apiKey: requestContext.brand.apiKey ?? requestContext.brand.id,
    province: requestContext.province,
    language: requestContext.language,
  };
}

const asked = new WeakMap<PortalRequestContext, Promise<HoursAnswer | undefined>>();

/** The brand's hours in the request's province; cached per request. */
export function hoursOf(requestContext: PortalRequestContext): Promise<HoursAnswer | undefined> {
  const before = asked.get(requestContext);
  if (before !== undefined) return before;
  const answer = helpClient(requestContext).hours(helpCaller(requestContext));
  asked.set(requestContext, answer);
  return answer;
}
