import type { z } from "zod";
import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { accountEndpoints, type FindAnswer, findAnswer, welcomeAnswer } from "./account.schema.ts";
import { type AccountReply, askAccountApi } from "./account-call.client.ts";

export interface AccountClient {
  /** Asks how a sign-in goes on; alike for addresses that nobody uses. */
  find(caller: ApiCaller, body: { email: string }): Promise<AccountReply<FindAnswer>>;
  welcome(caller: ApiCaller): Promise<AccountReply<z.infer<typeof welcomeAnswer>>>;
}

/** What sign-in asks of API v1. */
export function createAccountClient(settings: ApiClientSettings): AccountClient {
  return {
    find: (caller, body) => askAccountApi(settings, caller, { ...accountEndpoints.find, body, answer: findAnswer }),
    welcome: (caller) => askAccountApi(settings, caller, { ...accountEndpoints.welcome, answer: welcomeAnswer }),
  };
}
