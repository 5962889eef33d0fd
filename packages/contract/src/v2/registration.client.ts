import type { z } from "zod";
import {
  type accountInfoAnswer,
  type accountTypeBody,
  type createAnswer,
  type createBody,
  type emptyAnswer,
  errorAnswer,
  type IdentifyBody,
  type optionsAnswer,
  type pageAnswer,
  type RegistrationEndpoint,
  type RegistrationErrorAnswer,
  registrationAnswers,
  registrationBase,
  registrationEndpoints,
  sessionHeader,
  type ticketAnswer,
  type usernameBody,
  type verifyBody,
} from "./registration.schema.ts";

/** Headers that every call of the contract carries. */
export interface RegistrationCaller {
  /** Public client id of the brand. */
  apiKey: string;
  province: string;
  language: string;
  /** Newest session token; none for `start`. */
  token?: string;
  /** The operator's value from the page's query, passed on unchanged. */
  maintenancePageBypass?: string;
  /** Additional headers, such as the client IP that the composition sets. */
  headers?: Record<string, string>;
}

/** Result of a call. `token`, where present, replaces the one that was sent. */
export type RegistrationReply<Data> =
  | { kind: "ok"; status: number; data: Data; token: string | undefined }
  | {
      kind: "error";
      status: number;
      error: RegistrationErrorAnswer;
      token?: string;
      /** Seconds to wait, from the response's Retry-After (429, 503). */
      retryAfterSeconds?: number;
    }
  | { kind: "away"; reason: "refused" | "notJson" | "late" };

/** Input of each call beside the caller, and the data it returns. */
export interface RegistrationCalls {
  start: { input: undefined; data: z.infer<typeof emptyAnswer> };
  page: { input: undefined; data: z.infer<typeof pageAnswer> };
  accountType: { input: { body: z.infer<typeof accountTypeBody> }; data: z.infer<typeof emptyAnswer> };
  identify: { input: { body: IdentifyBody }; data: z.infer<typeof emptyAnswer> };
  options: { input: undefined; data: z.infer<typeof optionsAnswer> };
  send: { input: { optionId: string }; data: z.infer<typeof emptyAnswer> };
  resend: { input: undefined; data: z.infer<typeof emptyAnswer> };
  verify: { input: { body: z.infer<typeof verifyBody> }; data: z.infer<typeof emptyAnswer> };
  username: { input: { body: z.infer<typeof usernameBody> }; data: z.infer<typeof emptyAnswer> };
  accountInfo: { input: undefined; data: z.infer<typeof accountInfoAnswer> };
  create: { input: { body: z.infer<typeof createBody> }; data: z.infer<typeof createAnswer> };
  ticket: { input: undefined; data: z.infer<typeof ticketAnswer> };
  back: { input: undefined; data: z.infer<typeof emptyAnswer> };
  cancel: { input: undefined; data: undefined };
}

export type RegistrationClient = {
  [Name in RegistrationEndpoint]: RegistrationCalls[Name]["input"] extends undefined
    ? (caller: RegistrationCaller) => Promise<RegistrationReply<RegistrationCalls[Name]["data"]>>
    : (
        caller: RegistrationCaller,
        input: RegistrationCalls[Name]["input"],
      ) => Promise<RegistrationReply<RegistrationCalls[Name]["data"]>>;
};

export interface RegistrationClientSettings {
  /** Origin of the API, without a path. */
  baseUrl: string;
  /** The global `fetch`, or a call into the same process. */
  fetch: (request: Request) => Promise<Response> | Response;
  /** Response timeout in milliseconds; 10 s by default. */
  lateAfterMilliseconds?: number;
}

interface CallInput {
  body?: unknown;
  optionId?: string;
}

/** One function per endpoint of the table. Never throws: every failure is a result. */
export function createRegistrationClient(settings: RegistrationClientSettings): RegistrationClient {
  const names = Object.keys(registrationEndpoints) as RegistrationEndpoint[];
  const calls = names.map((name) => [
    name,
    (caller: RegistrationCaller, input: CallInput = {}) => callApi(settings, name, { caller, input }),
  ]);
  return Object.fromEntries(calls) as RegistrationClient;
}

async function callApi(
  settings: RegistrationClientSettings,
  name: RegistrationEndpoint,
  call: { caller: RegistrationCaller; input: CallInput },
): Promise<RegistrationReply<unknown>> {
  const limit = AbortSignal.timeout(settings.lateAfterMilliseconds ?? 10_000);
  // The timeout also applies to an injected fetch that ignores the signal.
  const late = new Promise<"late">((resolve) => limit.addEventListener("abort", () => resolve("late"), { once: true }));
  const request = buildRequest(settings.baseUrl, name, { ...call, signal: limit });
  try {
    const response = await Promise.race([late, settings.fetch(request)]);
    if (response === "late") return { kind: "away", reason: "late" };
    const text = await Promise.race([late, response.text().then((value) => ({ value }))]);
    return text === "late" ? { kind: "away", reason: "late" } : readReply(name, response, text.value);
  } catch {
    return { kind: "away", reason: limit.aborted ? "late" : "refused" };
  }
}

function buildRequest(
  baseUrl: string,
  name: RegistrationEndpoint,
  call: { caller: RegistrationCaller; input: CallInput; signal: AbortSignal },
): Request {
  const { caller, input, signal } = call;
  const { method, path } = registrationEndpoints[name];
  const url = new URL(registrationBase + path.replace("{optionId}", encodeURIComponent(input.optionId ?? "")), baseUrl);
  if (caller.maintenancePageBypass) url.searchParams.set("maintenancePageBypass", caller.maintenancePageBypass);
  const headers = new Headers(caller.headers);
  headers.set("api-key", caller.apiKey);
  headers.set("province", caller.province.toUpperCase());
  headers.set("language", caller.language);
  if (caller.token) headers.set(sessionHeader, caller.token);
  if (input.body === undefined) return new Request(url, { method, headers, signal });
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, signal, body: JSON.stringify(input.body) });
}

/** Parses a response by the contract; anything but the contract's JSON counts as no response. */
function readReply(name: RegistrationEndpoint, response: Response, text: string): RegistrationReply<unknown> {
  const token = response.headers.get(sessionHeader) ?? undefined;
  const status = response.status;
  const json = parseJson(text);
  if (response.ok) {
    const data = registrationAnswers[name].safeParse(json);
    return data.success ? { kind: "ok", status, data: data.data, token } : { kind: "away", reason: "notJson" };
  }
  const error = errorAnswer.safeParse(json);
  if (!error.success) return { kind: "away", reason: "notJson" };
  const wait = Number(response.headers.get("retry-after"));
  return {
    kind: "error",
    status,
    error: error.data,
    ...(token && { token }),
    ...(wait > 0 && { retryAfterSeconds: wait }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
