import type { z } from "zod";
import { type ApiCall, type ApiCaller, type ApiClientSettings, callApi } from "../api-call.client.ts";
import { type AccountErrorAnswer, accountErrorAnswer } from "./account.schema.ts";

/** Result of a call of API v1. 202 and 240 count as success like 200. */
export type AccountReply<Data> =
  | { kind: "ok"; status: number; data: Data }
  | {
      kind: "error";
      status: number;
      error: AccountErrorAnswer;
      /** Seconds to wait, from the response's Retry-After (429, 503). */
      retryAfterSeconds?: number;
    }
  | { kind: "away"; reason: "refused" | "notJson" | "late" };

/** Sends one request to API v1 and parses the response by its schema. Never throws: every failure is a result. */
export async function askAccountApi<Data>(
  settings: ApiClientSettings,
  caller: ApiCaller,
  { answer, ...call }: ApiCall & { answer: z.ZodType<Data> },
): Promise<AccountReply<Data>> {
  const reply = await callApi(settings, caller, call);
  if (reply.kind === "away") return reply;
  const { status, ok, headers } = reply.response;
  if (ok) {
    // An empty body (204) counts as an empty object.
    const data = answer.safeParse(status === 204 ? {} : reply.json);
    return data.success ? { kind: "ok", status, data: data.data } : { kind: "away", reason: "notJson" };
  }
  const error = accountErrorAnswer.safeParse(reply.json);
  if (!error.success) return { kind: "away", reason: "notJson" };
  const wait = Number(headers.get("retry-after"));
  return { kind: "error", status, error: error.data, ...(wait > 0 && { retryAfterSeconds: wait }) };
}

/** The path of an endpoint with its ids filled in, each encoded. */
export function pathWith(template: string, ids: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(ids[name] ?? ""));
}
