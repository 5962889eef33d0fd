import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import {
  createRegistrationClient,
  type RegistrationCalls,
  type RegistrationReply,
} from "@vestibule/contract/v2/registration.client.ts";
import type { RegistrationEndpoint, RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { decodeJwt } from "jose";
import type { PortalRequestContext } from "../../../visit/request-context.ts";
import { readNewestToken, rememberNewestToken } from "./newest-token.server.ts";

/** One request of the portal that speaks to smart registration. */
export interface RegistrationCallResult {
  requestContext: PortalRequestContext;
  /** The page's own address. */
  url: URL;
  /** Of the page that follows, where the form decides it. */
  province?: ProvinceId;
}

type Input<Name extends RegistrationEndpoint> = RegistrationCalls[Name]["input"];
type Call<Name extends RegistrationEndpoint> = (
  caller: object,
  input: Input<Name>,
) => Promise<RegistrationReply<RegistrationCalls[Name]["data"]>>;

/** Calls the API with the browser's token and keeps the token that comes back, however the call ends. */
export async function callRegistration<Name extends RegistrationEndpoint>(
  { requestContext, province = requestContext.province }: RegistrationCallResult,
  name: Name,
  ...[input]: undefined extends Input<Name> ? [] : [Input<Name>]
): Promise<RegistrationReply<RegistrationCalls[Name]["data"]>> {
  const client = createRegistrationClient({
    baseUrl: requestContext.api.baseUrl,
    fetch: (outgoing) => requestContext.api.fetch(outgoing),
  });
  const token = name === "start" ? undefined : requestContext.session.registration?.token;
  const caller = {
    apiKey: requestContext.brand.apiKey ?? requestContext.brand.id,
    province,
    language: requestContext.language,
    ...(token === undefined ? {} : { token }),
  };
  const reply = await (client[name] as Call<Name>)(caller, input as Input<Name>);
  if (reply.kind !== "away" && reply.token !== undefined) keepToken(requestContext, reply.token);
  return reply;
}

function keepToken(requestContext: PortalRequestContext, token: string): void {
  const { sid } = readClaims(token);
  const known = requestContext.session.registration;
  const sameSession = known !== undefined && readClaims(known.token).sid === sid;
  // What another registration in this browser ended with is not this one's.
  if (!sameSession) delete requestContext.session.finishedRegistration;
  requestContext.session.registration = sameSession ? { ...known, token } : { token };
  rememberNewestToken(sid, token);
}

/** What the live session's token says; undefined without one. Only to know the way: the API judges. */
export function tokenClaims(requestContext: PortalRequestContext): RegistrationTokenClaims | undefined {
  const token = requestContext.session.registration?.token;
  return token === undefined ? undefined : readClaims(token);
}

/** Takes the newest token this server knows of the session; false where the cookie already had it. */
export function catchUp(requestContext: PortalRequestContext): boolean {
  const registration = requestContext.session.registration;
  if (registration === undefined) return false;
  const newest = readNewestToken(readClaims(registration.token).sid);
  if (newest === undefined || newest === registration.token) return false;
  requestContext.session.registration = { ...registration, token: newest };
  return true;
}

function readClaims(token: string): RegistrationTokenClaims {
  return decodeJwt<RegistrationTokenClaims>(token) as RegistrationTokenClaims;
}
