import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import {
  createRegistrationClient,
  type RegistrationCalls,
  type RegistrationReply,
} from "@vestibule/contract/v2/registration.client.ts";
import type { RegistrationEndpoint, RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { decodeJwt } from "jose";
import type { PortalVisit } from "../../../visit/visit.ts";
import { newestToken, noteNewestToken } from "./newest-token.server.ts";

/** One request of the portal that speaks to smart registration. */
export interface RegistrationTalk {
  visit: PortalVisit;
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
  { visit, province = visit.province }: RegistrationTalk,
  name: Name,
  ...[input]: undefined extends Input<Name> ? [] : [Input<Name>]
): Promise<RegistrationReply<RegistrationCalls[Name]["data"]>> {
  const client = createRegistrationClient({
    baseUrl: visit.api.baseUrl,
    fetch: (outgoing) => visit.api.fetch(outgoing),
  });
  const token = name === "start" ? undefined : visit.session.registration?.token;
  const caller = {
    apiKey: visit.brand.apiKey ?? visit.brand.id,
    province,
    language: visit.language,
    ...(token === undefined ? {} : { token }),
  };
  const reply = await (client[name] as Call<Name>)(caller, input as Input<Name>);
  if (reply.kind !== "away" && reply.token !== undefined) keepToken(visit, reply.token);
  return reply;
}

function keepToken(visit: PortalVisit, token: string): void {
  const { sid } = readClaims(token);
  const known = visit.session.registration;
  const sameSession = known !== undefined && readClaims(known.token).sid === sid;
  // What another registration in this browser ended with is not this one's.
  if (!sameSession) delete visit.session.finishedRegistration;
  visit.session.registration = sameSession ? { ...known, token } : { token };
  noteNewestToken(sid, token);
}

/** What the live session's token says; undefined without one. Only to know the way: the API judges. */
export function liveClaims(visit: PortalVisit): RegistrationTokenClaims | undefined {
  const token = visit.session.registration?.token;
  return token === undefined ? undefined : readClaims(token);
}

/** Takes the newest token this server knows of the session; false where the cookie already had it. */
export function catchUp(visit: PortalVisit): boolean {
  const registration = visit.session.registration;
  if (registration === undefined) return false;
  const newest = newestToken(readClaims(registration.token).sid);
  if (newest === undefined || newest === registration.token) return false;
  visit.session.registration = { ...registration, token: newest };
  return true;
}

function readClaims(token: string): RegistrationTokenClaims {
  return decodeJwt<RegistrationTokenClaims>(token) as RegistrationTokenClaims;
}
