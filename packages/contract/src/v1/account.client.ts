import type { z } from "zod";
import { type ApiCall, type ApiCaller, type ApiClientSettings, callApi } from "../api-call.client.ts";
import {
  type AccountErrorAnswer,
  accountEndpoints,
  accountErrorAnswer,
  type FindAnswer,
  findAnswer,
  welcomeAnswer,
} from "./account.schema.ts";

/** How a call ended. */
export type AccountReply<Data> =
  | { kind: "ok"; status: number; data: Data }
  | {
      kind: "error";
      status: number;
      error: AccountErrorAnswer;
      /** How long to wait, where the answer says so (429, 503). */
      retryAfterSeconds?: number;
    }
  | { kind: "away"; reason: "refused" | "notJson" | "late" };

export interface AccountClient {
  /** Asks how a sign-in goes on; alike for addresses that nobody uses. */
  find(caller: ApiCaller, body: { email: string }): Promise<AccountReply<FindAnswer>>;
  welcome(caller: ApiCaller): Promise<AccountReply<z.infer<typeof welcomeAnswer>>>;
}

/** Calls of API v1 that concern accounts. Nothing is thrown: every ending is a value. */
export function createAccountClient(settings: ApiClientSettings): AccountClient {
  return {
    find: (caller, body) => ask(settings, caller, { ...accountEndpoints.find, body, answer: findAnswer }),
    welcome: (caller) => ask(settings, caller, { ...accountEndpoints.welcome, answer: welcomeAnswer }),
  };
}

async function ask<Data>(
  settings: ApiClientSettings,
  caller: ApiCaller,
  { answer, ...call }: ApiCall & { answer: z.ZodType<Data> },
): Promise<AccountReply<Data>> {
  const reply = await callApi(settings, caller, call);
  if (reply.kind === "away") return reply;
  const { status, ok, headers } = reply.response;
  if (ok) {
    const data = answer.safeParse(reply.json);
    return data.success ? { kind: "ok", status, data: data.data } : { kind: "away", reason: "notJson" };
  }
  const error = accountErrorAnswer.safeParse(reply.json);
  if (!error.success) return { kind: "away", reason: "notJson" };
  const wait = Number(headers.get("retry-after"));
  return { kind: "error", status, error: error.data, ...(wait > 0 && { retryAfterSeconds: wait }) };
}
