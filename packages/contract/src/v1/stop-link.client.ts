import type { ApiCaller, ApiClientSettings } from "../api-call.client.ts";
import { type AccountReply, askAccountApi, pathWith } from "./account-call.client.ts";
import { type StopLinkAnswer, stopLinkAnswer, stopLinkEndpoints } from "./link-request.schema.ts";

/** Calls of a contact on file through the stop link of a message. */
export interface StopLinkClient {
  read(caller: ApiCaller, token: string): Promise<AccountReply<StopLinkAnswer>>;
  stop(caller: ApiCaller, token: string): Promise<AccountReply<StopLinkAnswer>>;
}

export function createStopLinkClient(settings: ApiClientSettings): StopLinkClient {
  const call =
    ({ method, path }: { method: string; path: string }) =>
    (caller: ApiCaller, token: string) =>
      askAccountApi(settings, caller, { method, path: pathWith(path, { token }), answer: stopLinkAnswer });
  return { read: call(stopLinkEndpoints.read), stop: call(stopLinkEndpoints.stop) };
}
