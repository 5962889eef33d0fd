import type { z } from "zod";
import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { accountEndpoints, bounceAnswer, type FindAnswer, findAnswer, welcomeAnswer } from "./account.schema.ts";
import { type AccountReply, askAccountApi, pathWith } from "./account-call.client.ts";

export interface AccountClient {
  /** Looks up the next step of a sign-in; responds alike for unknown e-mails. */
  find(caller: ApiCaller, body: { email: string }): Promise<AccountReply<FindAnswer>>;
  /**
   * Reports that the gateway refused a login whose account was found under this id, once per id. With an outside
   * gateway the refusal counts against the login name, and a 403 names the roadblock of a lockout.
   */
  bounce(caller: ApiCaller, id: string, body: { email: string }): Promise<AccountReply<z.infer<typeof bounceAnswer>>>;
  welcome(caller: ApiCaller): Promise<AccountReply<z.infer<typeof welcomeAnswer>>>;
}

/** Client of the sign-in calls of API v1. */
export function createAccountClient(settings: ApiClientSettings): AccountClient {
  return {
    find: (caller, body) => askAccountApi(settings, caller, { ...accountEndpoints.find, body, answer: findAnswer }),
    bounce: (caller, id, body) => {
      const { method, path } = accountEndpoints.bounce;
      return askAccountApi(settings, caller, { method, path: pathWith(path, { id }), body, answer: bounceAnswer });
    },
    welcome: (caller) => askAccountApi(settings, caller, { ...accountEndpoints.welcome, answer: welcomeAnswer }),
  };
}
