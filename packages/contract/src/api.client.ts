import type { z } from "zod";
import { gatewaySessionHeader } from "./account/account-call.schema.ts";
import { pendingSignInHeader } from "./cookies/pending-sign-in.rule.ts";
import type { BodyOf, Endpoint } from "./endpoint.ts";
import { agentSessionHeader } from "./internal/agent-session.schema.ts";
import { agentHeader } from "./internal/support-desk.schema.ts";
import { sessionHeader } from "./v2/registration.schema.ts";

/** Credentials, brand and locale that the client sends with a call. */
export interface ApiCaller {
  /** Public client id of the brand. */
  apiKey: string;
  province: string;
  language: string;
  token?: string;
  /** The operator's value from the page's query, passed on unchanged. */
  maintenancePageBypass?: string;
  /** Bearer credential of a service of the insurer. */
  serviceCredential?: string;
  /** The acting agent: by the session that the API opened, or by the id where the service signs agents in itself. */
  agent?: { session: string } | { id: string };
  /** Id of the signed-in person's session at the gateway. */
  gatewaySession?: string;
  /** Id of a sign-in that waits for a second proof. */
  pendingSignIn?: string;
  /** Brand of a call by a service of the insurer. */
  brandId?: string;
  /** Additional headers, such as the client IP that the composition sets. */
  headers?: Record<string, string>;
}

/** The global `fetch`, or a call into the same process. */
export type ApiFetch = (request: Request) => Promise<Response> | Response;

export interface ApiClientSettings {
  /** Origin of the API, without a path. */
  baseUrl: string;
  fetch: ApiFetch;
  /** Response timeout; 10 s by default. */
  timeoutMilliseconds?: number;
}

/** Result of a call; every 2xx status is a success. `token`, where present, replaces the token that was sent. */
export type ApiResult<Data, ErrorBody> =
  | { kind: "ok"; status: number; data: Data; token?: string }
  | {
      kind: "error";
      status: number;
      error: ErrorBody;
      token?: string;
      /** Seconds to wait, from the response's Retry-After (429, 503). */
      retryAfterSeconds?: number;
    }
  | { kind: "unavailable"; reason: "connectionFailed" | "invalidResponse" | "timeout" };

type OneId<Path extends string> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...OneId<Rest>] : [];
type Input<Call extends Endpoint> = Call extends { body: infer Body extends z.ZodType }
  ? undefined extends z.input<Body>
    ? [body?: z.input<Body>]
    : [body: z.input<Body>]
  : Call extends { method: "GET"; query: infer Query extends z.ZodType }
    ? [query?: { [Name in keyof z.input<Query>]?: string | undefined }]
    : [];

/** Arguments of a call after its caller: the path parameters in order, then the body, or the query of a GET. */
export type CallInput<Call extends Endpoint> = [...OneId<Call["path"]>, ...Input<Call>];
/** What a call returns on success; undefined for a response without a body. */
export type CallData<Call extends Endpoint> = {
  [Status in keyof Call["responses"]]: [BodyOf<Call["responses"][Status]>] extends [never]
    ? undefined
    : z.output<BodyOf<Call["responses"][Status]>>;
}[keyof Call["responses"]];
type ErrorOf<Call extends Endpoint> = z.output<BodyOf<Call["errors"][keyof Call["errors"]]>>;

export type ApiClient<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  [Name in keyof Endpoints]: (
    caller: ApiCaller,
    ...input: CallInput<Endpoints[Name]>
  ) => Promise<ApiResult<CallData<Endpoints[Name]>, ErrorOf<Endpoints[Name]>>>;
};

/** Returns one function for each endpoint. They never throw: every failure is a result. */
export function createClient<Endpoints extends Readonly<Record<string, Endpoint>>>(
  endpoints: Endpoints,
  settings: ApiClientSettings,
): ApiClient<Endpoints> {
  const calls = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    (caller: ApiCaller, ...input: unknown[]) => callApi(settings, endpoint, { caller, input }),
  ]);
  return Object.fromEntries(calls);
}

interface ApiCall {
  caller: ApiCaller;
  input: unknown[];
}

async function callApi(
  settings: ApiClientSettings,
  endpoint: Endpoint,
  call: ApiCall,
): Promise<ApiResult<unknown, unknown>> {
  const timeoutSignal = AbortSignal.timeout(settings.timeoutMilliseconds ?? 10_000);
  // The timeout also applies to an injected fetch that ignores the signal.
  const timeout = new Promise<"timeout">((resolve) =>
    timeoutSignal.addEventListener("abort", () => resolve("timeout"), { once: true }),
  );
  try {
    const request = buildRequest(settings.baseUrl, endpoint, call, timeoutSignal);
    const responded = Promise.resolve(settings.fetch(request)).then(async (response) => ({
      response,
      text: await response.text(),
    }));
    const first = await Promise.race([timeout, responded]);
    return first === "timeout"
      ? { kind: "unavailable", reason: "timeout" }
      : readResponse(endpoint, first.response, first.text);
  } catch {
    return { kind: "unavailable", reason: timeoutSignal.aborted ? "timeout" : "connectionFailed" };
  }
}

function buildRequest(
  baseUrl: string,
  { method, path, body }: Endpoint,
  { caller, input }: ApiCall,
  signal: AbortSignal,
): Request {
  const remainingInput = [...input];
  const url = new URL(
    path.replace(/\{\w+\}/g, () => encodeURIComponent(String(remainingInput.shift()))),
    baseUrl,
  );
  const [bodyOrQuery] = remainingInput;
  const headers = headersOf(caller);
  const query = body === undefined ? (bodyOrQuery as Record<string, string | undefined> | undefined) : undefined;
  const { brandId: brand, maintenancePageBypass } = caller;
  for (const [name, value] of Object.entries({ ...query, brand, maintenancePageBypass }))
    if (value !== undefined) url.searchParams.set(name, value);
  if (body === undefined || bodyOrQuery === undefined) return new Request(url, { method, headers, signal });
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, signal, body: JSON.stringify(bodyOrQuery) });
}

function headersOf(caller: ApiCaller): Headers {
  const headers = new Headers(caller.headers);
  headers.set("api-key", caller.apiKey);
  headers.set("province", caller.province.toUpperCase());
  headers.set("language", caller.language);
  if (caller.token) headers.set(sessionHeader, caller.token);
  if (caller.gatewaySession !== undefined) headers.set(gatewaySessionHeader, caller.gatewaySession);
  if (caller.pendingSignIn !== undefined) headers.set(pendingSignInHeader, caller.pendingSignIn);
  if (caller.serviceCredential !== undefined) headers.set("authorization", `Bearer ${caller.serviceCredential}`);
  if (caller.agent !== undefined)
    if ("session" in caller.agent) headers.set(agentSessionHeader, caller.agent.session);
    else headers.set(agentHeader, caller.agent.id);
  return headers;
}

/** Parses a response by the endpoint's schemas; any other response counts as unavailable. */
function readResponse({ responses, errors }: Endpoint, response: Response, text: string): ApiResult<unknown, unknown> {
  const { ok, status, headers } = response;
  const token = headers.get(sessionHeader);
  const common = { status, ...(token && { token }) };
  const json = parseJson(text);
  // A success status that only a newer server knows is parsed like the first one that the endpoint defines.
  const definition = ok
    ? (responses[status] ?? Object.values(responses)[0])
    : Object.values(errors).find(({ body }) => body);
  if (ok && definition?.body === undefined) return { kind: "ok", ...common, data: undefined };
  const parsed = definition?.body?.safeParse(json);
  if (!parsed?.success) return { kind: "unavailable", reason: "invalidResponse" };
  if (ok) return { kind: "ok", ...common, data: parsed.data };
  const wait = Number(headers.get("retry-after"));
  return { kind: "error", ...common, error: parsed.data, ...(wait > 0 && { retryAfterSeconds: wait }) };
}

/** Returns undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
