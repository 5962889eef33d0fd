import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { type AccountReply, askAccountApi, pathWith } from "./account-call.client.ts";
import {
  type PolicyFindAnswer,
  type PolicyFindBody,
  policyFindAnswer,
  policyFindEndpoint,
  type RegistrationExtendAnswer,
  registrationExtendAnswer,
  registrationExtendEndpoint,
} from "./legacy-registration.schema.ts";
import { createLinkClient, type LinkClient } from "./link.client.ts";
import { createRecoveryClient, type RecoveryClient } from "./recovery.client.ts";

/** Calls of API v1 for registration by policy number. Ids come from earlier responses. */
export interface LegacyRegistrationClient extends Pick<LinkClient, "validate" | "create"> {
  /** Status 240: found; 200: found, with an account. */
  find(caller: ApiCaller, body: PolicyFindBody): Promise<AccountReply<PolicyFindAnswer>>;
  /** Extends a registration, repeatedly until its absolute expiry. */
  extend(caller: ApiCaller, id: string): Promise<AccountReply<RegistrationExtendAnswer>>;
  /** Adds the profile to an account of the household after verifying its password. */
  authenticate: RecoveryClient["authenticate"];
}

export function createLegacyRegistrationClient(settings: ApiClientSettings): LegacyRegistrationClient {
  const { validate, create } = createLinkClient(settings);
  const { authenticate } = createRecoveryClient(settings);
  return {
    find: (caller, body) => askAccountApi(settings, caller, { ...policyFindEndpoint, body, answer: policyFindAnswer }),
    extend: (caller, registrationId) => {
      const { method, path } = registrationExtendEndpoint;
      return askAccountApi(settings, caller, {
        method,
        path: pathWith(path, { registrationId }),
        answer: registrationExtendAnswer,
      });
    },
    validate,
    create,
    authenticate,
  };
}
