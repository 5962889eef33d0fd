/** Who is calling: the headers that every call of the contract carries. */
export interface ApiCaller {
  /** Public client id of the brand. */
  apiKey: string;
  province: string;
  language: string;
  /** The operator's value from the page's query, handed on untouched. */
  maintenancePageBypass?: string;
  /** Further headers, such as the visitor's address that the composition sets. */
  headers?: Record<string, string>;
}

export interface ApiClientSettings {
  /** Origin of the API, without a path. */
  baseUrl: string;
  /** The platform's own, or a call into the same process. */
  fetch: (request: Request) => Promise<Response> | Response;
  /** How long an answer may take; 10 s unless told. */
  lateAfterMilliseconds?: number;
}

export interface ApiCall {
  method: string;
  path: string;
  body?: unknown;
}

/** `json` is undefined where the answer was none. */
export type ApiReply =
  | { kind: "answer"; response: Response; json: unknown }
  | { kind: "away"; reason: "refused" | "late" };

/** Asks the API once. Nothing is thrown: no connection and no answer in time are endings. */
export async function callApi(settings: ApiClientSettings, caller: ApiCaller, call: ApiCall): Promise<ApiReply> {
  const limit = AbortSignal.timeout(settings.lateAfterMilliseconds ?? 10_000);
  // The limit also holds for an injected fetch that pays no attention to the signal.
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
