import { createHelpClient } from "@vestibule/contract/v1/help.client.ts";
import type { HoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import type { PortalVisit } from "../visit/visit.ts";

export function helpClient(visit: PortalVisit) {
  return createHelpClient({ baseUrl: visit.api.baseUrl, fetch: (request) => visit.api.fetch(request) });
}

export function helpCaller(visit: PortalVisit) {
  return { apiKey: visit.brand.apiKey ?? visit.brand.id, province: visit.province, language: visit.language };
}

const asked = new WeakMap<PortalVisit, Promise<HoursAnswer | undefined>>();

/** The brand's hours in the visit's province: asked for once a request, however many parts of the page say them. */
export function hoursOf(visit: PortalVisit): Promise<HoursAnswer | undefined> {
  const before = asked.get(visit);
  if (before !== undefined) return before;
  const answer = helpClient(visit).hours(helpCaller(visit));
  asked.set(visit, answer);
  return answer;
}
