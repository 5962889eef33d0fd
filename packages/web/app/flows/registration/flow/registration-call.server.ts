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
  /** Province for the next page, if the form decides it; absent: the province of the request. */
  province?: ProvinceId;
}

export type RegistrationInput<Name extends RegistrationEndpoint> = CallInput<(typeof registrationEndpoints)[Name]>;
type Reply<Name extends RegistrationEndpoint> = RegistrationReply<CallData<(typeof registrationEndpoints)[Name]>>;
type Call<Name extends RegistrationEndpoint> = (...input: RegistrationInput<Name>) => Promise<Reply<Name>>;

/**
 * Calls smart registration with the token in the session, and saves the token that the API returns, also with an error.
 */
export async function callRegistration<Name extends RegistrationEndpoint>(
  { requestContext, province = requestContext.province }: RegistrationCallContext,
  name: Name,
  ...input: RegistrationInput<Name>
): Promise<Reply<Name>> {
  const token = name === "start" ? undefined : requestContext.session.registration?.token;
  const client = accountApi(requestContext, registrationEndpoints, { province, token });
  const reply = await (client[name] as Call<Name>)(...input);
  if (reply.kind !== "unavailable" && reply.token !== undefined) saveToken(requestContext, reply.token);
  return reply;
}

function saveToken(requestContext: PortalRequestContext, token: string): void {
  const { sid } = readClaims(token);
  const known = requestContext.session.registration;
  const sameSession = known !== undefined && readClaims(known.token).sid === sid;
  // Removes the result of an earlier registration in this browser.
  if (!sameSession) delete requestContext.session.finishedRegistration;
  requestContext.session.registration = sameSession ? { ...known, token } : { token };
  saveNewestToken(sid, token);
}

/**
 * Claims of the token in the session, which is not verified here; undefined without one. They only select redirects,
 * because the API enforces the flow.
 */
export function tokenClaims(requestContext: PortalRequestContext): RegistrationTokenClaims | undefined {
  const token = requestContext.session.registration?.token;
  return token === undefined ? undefined : readClaims(token);
}

/** Puts the newest token that this process has seen into the session; false if the session already has it. */
export function adoptNewestToken(requestContext: PortalRequestContext): boolean {
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
 * The newest token that this process has seen, by registration session. If a response is lost, the browser's cookie has
 * an older token, and only this process can continue the registration.
 */
const newest = new Map<string, string>();
const maxSessions = 5000;

function saveNewestToken(sessionId: string, token: string): void {
  newest.delete(sessionId);
  newest.set(sessionId, token);
  const [oldest] = newest.keys();
  if (newest.size > maxSessions && oldest !== undefined) newest.delete(oldest);
}
