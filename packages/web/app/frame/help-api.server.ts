import { createClient } from "@vestibule/contract/api.client.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import type { HoursAnswer } from "@vestibule/contract/v1/hours.schema.ts";
import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import type { PortalRequestContext } from "../request/request-context.ts";

/** Help must not delay a page: without an answer in time, the page shows only the telephone number. */
const lateAfterMilliseconds = 2000;

function helpApi({ api, brand, province, language }: PortalRequestContext) {
  const { baseUrl } = api;
  const client = createClient(helpEndpoints, {
    baseUrl,
    fetch: (request) => api.fetch(request),
    lateAfterMilliseconds,
  });
  return { client, caller: { apiKey: brand.apiKey ?? brand.id, province, language } };
}

const hoursByRequest = new WeakMap<PortalRequestContext, Promise<HoursAnswer | undefined>>();

/** The brand's hours in the request's province; cached per request. */
export function hoursOf(requestContext: PortalRequestContext): Promise<HoursAnswer | undefined> {
  const hours = hoursByRequest.get(requestContext) ?? readHours(requestContext);
  hoursByRequest.set(requestContext, hours);
  return hours;
}

async function readHours(requestContext: PortalRequestContext): Promise<HoursAnswer | undefined> {
  const { client, caller } = helpApi(requestContext);
  const reply = await client.hours(caller);
  return reply.kind === "ok" ? reply.data : undefined;
}

/** Creates a support reference; undefined where none can be made now. */
export async function createSupportReference(
  requestContext: PortalRequestContext,
  body: SupportReferenceBody,
): Promise<string | undefined> {
  const { client, caller } = helpApi(requestContext);
  const reply = await client.supportReference(caller, body);
  return reply.kind === "ok" ? reply.data.code : undefined;
}

/** Requests a letter with a new PIN; false where the request was not accepted. */
export async function requestLetter(requestContext: PortalRequestContext, registration: string): Promise<boolean> {
  const { client, caller } = helpApi(requestContext);
  return (await client.requestLetter(caller, { registration })).kind === "ok";
}
