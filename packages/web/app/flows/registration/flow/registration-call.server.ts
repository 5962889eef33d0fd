import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { CallData, CallInput } from "@vestibule/contract/api.client.ts";
import {
  type RegistrationEndpoint,
  type RegistrationReply,
  registrationEndpoints,
} from "@vestibule/contract/v2/registration.endpoint.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { decodeJwt } from "jose";
import { accountApi } from "../../../api/account-api.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";

/** A portal request that calls smart registration. */
export interface RegistrationCallContext {
  requestContext: PortalRequestContext;
  /** The page's own URL. */
  url: URL;
  /** Province for the page that follows, where the form decides it. */
  province?: ProvinceId;
}

export type RegistrationInput<Name extends RegistrationEndpoint> = CallInput<(typeof registrationEndpoints)[Name]>;
type Reply<Name extends RegistrationEndpoint> = RegistrationReply<CallData<(typeof registrationEndpoints)[Name]>>;
type Call<Name extends RegistrationEndpoint> = (...input: RegistrationInput<Name>) => Promise<Reply<Name>>;

/** Calls the API with the browser's token, and stores the token that is returned, whatever the result. */
export async function callRegistration<Name extends RegistrationEndpoint>(
  { requestContext, province = requestContext.province }: RegistrationCallContext,
  name: Name,
  ...input: RegistrationInput<Name>
): Promise<Reply<Name>> {
  const token = name === "start" ? undefined : requestContext.session.registration?.token;
  const client = accountApi(requestContext, registrationEndpoints, { province, ...(token && { token }) });
  const reply = await (client[name] as Call<Name>)(...input);
  if (reply.kind !== "unavailable" && reply.token !== undefined) keepToken(requestContext, reply.token);
  return reply;
}

function keepToken(requestContext: PortalRequestContext, token: string): void {
  const { sid } = readClaims(token);
  const known = requestContext.session.registration;
  const sameSession = known !== undefined && readClaims(known.token).sid === sid;
  // The result of another registration in this browser does not apply to this one.
  if (!sameSession) delete requestContext.session.finishedRegistration;
  requestContext.session.registration = sameSession ? { ...known, token } : { token };
  saveNewestToken(sid, token);
}

/**
 * Claims of the current session's token; undefined without one. They only choose redirects: the API enforces the flow.
 */
export function tokenClaims(requestContext: PortalRequestContext): RegistrationTokenClaims | undefined {
  const token = requestContext.session.registration?.token;
  return token === undefined ? undefined : readClaims(token);
}

/** Takes the newest token that this server knows for the session; false where the cookie already has it. */
export function catchUp(requestContext: PortalRequestContext): boolean {
  const registration = requestContext.session.registration;
  if (registration === undefined) return false;
  const token = newest.get(readClaims(registration.token).sid);
  if (token === undefined || token === registration.token) return false;
  requestContext.session.registration = { ...registration, token };
  return true;
}

function readClaims(token: string): RegistrationTokenClaims {
  return decodeJwt<RegistrationTokenClaims>(token) as RegistrationTokenClaims;
}

/**
 * The newest token per session that this process has seen. If a response is lost, the browser's
 * cookie is outdated, and only this process can continue the journey.
 */
const newest = new Map<string, string>();
const longest = 5000;

function saveNewestToken(sessionId: string, token: string): void {
  newest.delete(sessionId);
  newest.set(sessionId, token);
  const [oldest] = newest.keys();
  if (newest.size > longest && oldest !== undefined) newest.delete(oldest);
}
