/** Headers that every call of the contract carries. */
export interface ApiCaller {
  /** Public client id of the brand. */
  apiKey: string;
  province: string;
  language: string;
  /** The operator's value from the page's query, passed on unchanged. */
  maintenancePageBypass?: string;
  /** Additional headers, such as the client IP that the composition sets. */
  headers?: Record<string, string>;
}

export interface ApiClientSettings {
  /** Origin of the API, without a path. */
  baseUrl: string;
  /** The global `fetch`, or a call into the same process. */
  fetch: (request: Request) => Promise<Response> | Response;
  /** Response timeout in milliseconds; 10 s by default. */
  lateAfterMilliseconds?: number;
}

export interface ApiCall {
  method: string;
  path: string;
  body?: unknown;
}

/** `json` is undefined where the body is not JSON. */
export type ApiReply =
  | { kind: "answer"; response: Response; json: unknown }
  | { kind: "away"; reason: "refused" | "late" };

/** Sends one request. Never throws: a failed connection and a timeout are results. */
export async function callApi(settings: ApiClientSettings, caller: ApiCaller, call: ApiCall): Promise<ApiReply> {
  const limit = AbortSignal.timeout(settings.lateAfterMilliseconds ?? 10_000);
  // The timeout also applies to an injected fetch that ignores the signal.
  const late = new Promise<"late">((resolve) => limit.addEventListener("abort", () => resolve("late"), { once: true }));
  try {
    const answered = Promise.resolve(settings.fetch(buildRequest(settings.baseUrl, caller, call, limit)));
    const read = answered.then(async (response) => ({ response, text: await response.text() }));
    const reply = await Promise.race([late, read]);
    if (reply === "late") return { kind: "away", reason: "late" };
    return { kind: "answer", response: reply.response, json: parseJson(reply.text) };
  } catch {
    return { kind: "away", reason: limit.aborted ? "late" : "refused" };
  }
}

function buildRequest(baseUrl: string, caller: ApiCaller, call: ApiCall, signal: AbortSignal): Request {
  const url = new URL(call.path, baseUrl);
  if (caller.maintenancePageBypass) url.searchParams.set("maintenancePageBypass", caller.maintenancePageBypass);
  const headers = new Headers(caller.headers);
  headers.set("api-key", caller.apiKey);
  headers.set("province", caller.province.toUpperCase());
  headers.set("language", caller.language);
  const { method } = call;
  if (call.body === undefined) return new Request(url, { method, headers, signal });
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, signal, body: JSON.stringify(call.body) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
