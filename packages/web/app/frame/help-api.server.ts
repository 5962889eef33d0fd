import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import type { HoursResponse } from "@vestibule/contract/v1/hours.schema.ts";
import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { apiClient } from "../api/api-client.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";

/** Help must not delay a page: without an answer in time, the page shows only the telephone number. */
const timeoutMilliseconds = 2000;

function helpApi(requestContext: PortalRequestContext) {
  return apiClient(requestContext, helpEndpoints, { timeoutMilliseconds });
}

const hoursByRequest = new WeakMap<PortalRequestContext, Promise<HoursResponse | undefined>>();

/** The brand's hours in the request's province; cached per request. */
export function hoursOf(requestContext: PortalRequestContext): Promise<HoursResponse | undefined> {
  const hours = hoursByRequest.get(requestContext) ?? readHours(requestContext);
  hoursByRequest.set(requestContext, hours);
  return hours;
}

async function readHours(requestContext: PortalRequestContext): Promise<HoursResponse | undefined> {
  const result = await helpApi(requestContext).hours();
  return result.kind === "ok" ? result.data : undefined;
}

/** Creates a support reference; undefined where none can be made now. */
export async function createSupportReference(
  requestContext: PortalRequestContext,
  body: SupportReferenceBody,
): Promise<string | undefined> {
  const result = await helpApi(requestContext).supportReference(body);
  return result.kind === "ok" ? result.data.code : undefined;
}

/** Requests a letter with a new PIN; false where the request was not accepted. */
export async function postLetterRequest(requestContext: PortalRequestContext, registration: string): Promise<boolean> {
  return (await helpApi(requestContext).requestLetter({ registration })).kind === "ok";
}
