import { ConstantBackoff, handleWhen, retry } from "cockatiel";
import type { Agent } from "undici";
import type { z } from "zod";
import { tlsReason } from "./certificate-fault.rule.ts";
import { faultCode } from "./fault-code.rule.ts";
import { inSpan, traceHeaders } from "./tracing.adapter.ts";

/** PEM texts of mutual TLS. */
export interface ClientTls {
  certificate?: string | undefined;
  key?: string | undefined;
  /** Certificates of the issuers to trust in place of the public ones. */
  authority?: string | undefined;
}

export interface HttpClientSettings {
  /** Base of every path. The user part of https://token@host/path becomes the bearer token. */
  url: string;
  tls?: ClientTls | undefined;
  /** Timeout of one request, including its retry. */
  limitMilliseconds: number;
}

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the base URL. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  mediaType?: string;
  /** A request that may be repeated is sent once more after a transient failure. */
  isRepeatable: boolean;
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  text: string;
}

/** The other system is unavailable or overloaded. `code` is for the log. */
export class NoHttpResponse extends Error {
  override readonly name = "NoHttpResponse";
  readonly code: string;

  constructor(code: string) {
    super("no answer");
    this.code = code;
  }
}

/** The response cannot be used. `code` is for the log and contains no value of the response. */
export class WrongHttpResponse extends Error {
  override readonly name = "WrongHttpResponse";
  readonly code: string;

  constructor(code: string) {
    super("wrong answer");
    this.code = code;
  }
}

export interface HttpClient {
  /** Throws NoHttpResponse, also for a status of an outage, and WrongHttpResponse for a response that is too large. */
  send(request: HttpRequest): Promise<HttpResponse>;
}

const largestBody = 512 * 1024;
const mostSockets = 50;
const repeatedStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
const outageStatuses: ReadonlySet<number> = new Set([429, ...repeatedStatuses]);

const repetition = retry(
  handleWhen((fault) => !(fault instanceof WrongHttpResponse)).orWhenResult((response) =>
    repeatedStatuses.has((response as HttpResponse).status),
  ),
  { maxAttempts: 1, backoff: new ConstantBackoff(100) },
);

/** With a bearer token or a client certificate, which the global fetch does not support. Follows no redirect. */
export function httpClient({ url, tls = {}, limitMilliseconds }: HttpClientSettings): HttpClient {
  const { base, authorization } = readBase(url);
  let dispatcher: Agent | undefined;

  async function sendOnce(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { method, mediaType = "application/json", body } = request;
    // Loaded on first use, because only some servers call another system.
    const { Agent, errors, request: exchange } = await import("undici");
    dispatcher ??= new Agent({
      connections: mostSockets,
      maxResponseSize: largestBody,
      connect: { ca: tls.authority, cert: tls.certificate, key: tls.key },
    });
    const response = await exchange(new URL(base.pathname.replace(/\/$/, "") + request.path, base), {
      method,
      dispatcher,
      signal,
      headers: {
        accept: mediaType,
        // Without the header, a server may compress.
        "accept-encoding": "identity",
        ...(body !== undefined && { "content-type": mediaType }),
        ...authorization,
        ...traceHeaders(),
        ...request.headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text().catch((fault: unknown) => {
      throw fault instanceof errors.ResponseExceededMaxSizeError ? new WrongHttpResponse("too-large") : fault;
    });
    return { status: response.statusCode, text };
  }

  const attributes = { "server.address": base.hostname };
  return {
    send: (request) =>
      inSpan(
        { name: request.method, role: "client", attributes: { ...attributes, "http.request.method": request.method } },
        async () => {
          const limit = AbortSignal.timeout(limitMilliseconds);
          const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
          const send = () => sendOnce(request, signal);
          const response = await (request.isRepeatable ? repetition.execute(send, signal) : send()).catch((fault) => {
            if (fault instanceof WrongHttpResponse) throw fault;
            throw new NoHttpResponse(signal.aborted ? "late" : codeOf(fault));
          });
          if (outageStatuses.has(response.status)) throw new NoHttpResponse(`status-${response.status}`);
          return response;
        },
      ),
  };
}

/** Splits a URL whose user part is a bearer token. */
function readBase(url: string): { base: URL; authorization: { authorization?: string } } {
  const base = new URL(url);
  const token = decodeURIComponent(base.username);
  base.username = "";
  base.password = "";
  return { base, authorization: token === "" ? {} : { authorization: `Bearer ${token}` } };
}

/** A code without the message, which contains a host. The prefix distinguishes it from the database's. */
function codeOf(fault: unknown): string {
  return tlsReason(fault) ?? `http-${faultCode(fault) ?? "away"}`;
}

/** Parses the body of a response by its schema. Throws WrongHttpResponse with the first path that does not fit. */
export function readResponse<Body extends z.ZodType>(schema: Body, response: HttpResponse): z.output<Body> {
  const read = schema.safeParse(parseResponse(response));
  if (read.success) return read.data;
  throw new WrongHttpResponse(read.error.issues[0]?.path.join(".") || "not-json");
}

/** Parses the JSON of a response; undefined where it is none. */
export function parseResponse({ text }: HttpResponse): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
