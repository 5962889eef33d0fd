import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { CallData, CallInput } from "@vestibule/contract/api.client.ts";
import {
  type RegistrationCallResult,
  type RegistrationEndpoint,
  registrationEndpoints,
} from "@vestibule/contract/v2/registration.endpoint.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { decodeJwt } from "jose";
import { apiClient } from "../../../api/api-client.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { finishedRegistrationSlice, registrationSlice } from "../../../shared-slices/registration-slices.server.ts";

/** A portal request that calls smart registration. */
export interface RegistrationCallContext {
  requestContext: PortalRequestContext;
  /** The page's own URL. */
  url: URL;
  /** Province for the next page, if the form decides it; absent: the province of the request. */
  province?: ProvinceId;
}

export type RegistrationInput<Name extends RegistrationEndpoint> = CallInput<(typeof registrationEndpoints)[Name]>;
type ResultOf<Name extends RegistrationEndpoint> = RegistrationCallResult<
  CallData<(typeof registrationEndpoints)[Name]>
>;
type Call<Name extends RegistrationEndpoint> = (...input: RegistrationInput<Name>) => Promise<ResultOf<Name>>;

/**
 * Calls smart registration with the token in the session, and saves the token that the API returns, also with an error.
 */
export async function callRegistration<Name extends RegistrationEndpoint>(
  { requestContext, province = requestContext.province }: RegistrationCallContext,
  name: Name,
  ...input: RegistrationInput<Name>
): Promise<ResultOf<Name>> {
  const token = name === "start" ? undefined : requestContext.session.get(registrationSlice)?.token;
  const client = apiClient(requestContext, registrationEndpoints, { province, token });
  const result = await (client[name] as Call<Name>)(...input);
  if (result.kind !== "unavailable" && result.token !== undefined) saveToken(requestContext, result.token);
  return result;
}

function saveToken(requestContext: PortalRequestContext, token: string): void {
  const { sid } = readClaims(token);
  const known = requestContext.session.get(registrationSlice);
  const sameSession = known !== undefined && readClaims(known.token).sid === sid;
  // Removes the result of an earlier registration in this browser.
  if (!sameSession) requestContext.session.delete(finishedRegistrationSlice);
  requestContext.session.set(registrationSlice, sameSession ? { ...known, token } : { token });
}

/**
 * Claims of the token in the session, which is not verified here; undefined without one. They only select redirects,
 * because the API enforces the flow.
 */
export function tokenClaims(requestContext: PortalRequestContext): RegistrationTokenClaims | undefined {
  const token = requestContext.session.get(registrationSlice)?.token;
  return token === undefined ? undefined : readClaims(token);
}

function readClaims(token: string): RegistrationTokenClaims {
  return decodeJwt<RegistrationTokenClaims>(token);
}
