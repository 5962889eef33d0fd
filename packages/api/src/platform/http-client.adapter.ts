import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
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
  /** For one request, its retry included. */
  limitMilliseconds: number;
}

export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base URL. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  mediaType?: string;
  /** A request that changes nothing when it is repeated is sent once more after a failure that may pass. */
  isRepeatable: boolean;
  /** Ends the request earlier than its own limit. */
  signal?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The other system is away or overloaded. `code` is for the log. */
export class NoHttpAnswer extends Error {
  override readonly name = "NoHttpAnswer";
  readonly code: string;

  constructor(code: string) {
    super("no answer");
    this.code = code;
  }
}

/** The answer cannot be used. `code` is for the log and contains no value of the answer. */
export class WrongHttpAnswer extends Error {
  override readonly name = "WrongHttpAnswer";
  readonly code: string;

  constructor(code: string) {
    super("wrong answer");
    this.code = code;
  }
}

export interface HttpClient {
  /** Throws NoHttpAnswer, also for a status of an outage, and WrongHttpAnswer for an answer that is too large. */
  send(request: HttpRequest): Promise<HttpAnswer>;
}

const largestBody = 512 * 1024;
const mostSockets = 50;
const repeatedStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
const outageStatuses: ReadonlySet<number> = new Set([429, ...repeatedStatuses]);
const retryAfterMilliseconds = 100;

/**
 * Client of another system of the insurer, with a bearer token or a client certificate, which the global fetch does not
 * support. Follows no redirect.
 */
export function httpClient({ url, tls, limitMilliseconds }: HttpClientSettings): HttpClient {
  const server = serverAt(url, tls);
  const attributes = { "server.address": server.base.hostname };
  return {
    send: (request) =>
      inSpan(
        { name: request.method, role: "client", attributes: { ...attributes, "http.request.method": request.method } },
        async () => {
          const limit = AbortSignal.timeout(limitMilliseconds);
          const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
          const answer = await sendAgain(server, request, signal).catch((fault: unknown) => {
            if (fault instanceof WrongHttpAnswer) throw fault;
            throw new NoHttpAnswer(signal.aborted ? "late" : codeOf(fault));
          });
          if (outageStatuses.has(answer.status)) throw new NoHttpAnswer(`status-${answer.status}`);
          return answer;
        },
      ),
  };
}

interface Server {
  base: URL;
  authorization: { authorization?: string };
  protocol: typeof http | typeof https;
  agent: http.Agent;
}

function serverAt(url: string, tls: ClientTls = {}): Server {
  const base = new URL(url);
  const token = decodeURIComponent(base.username);
  base.username = "";
  base.password = "";
  const authorization = token === "" ? {} : { authorization: `Bearer ${token}` };
  const connections = { keepAlive: true, maxSockets: mostSockets };
  if (base.protocol !== "https:") return { base, authorization, protocol: http, agent: new http.Agent(connections) };
  const agent = new https.Agent({ ...connections, ca: tls.authority, cert: tls.certificate, key: tls.key });
  return { base, authorization, protocol: https, agent };
}

/** Repeats a repeatable request once, after a failure that may pass. */
async function sendAgain(server: Server, request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const first = await exchange(server, request, signal).catch((fault: unknown) => fault);
  const isAnswer = typeof first === "object" && first !== null && "status" in first;
  const mayPass = isAnswer ? repeatedStatuses.has((first as HttpAnswer).status) : !(first instanceof WrongHttpAnswer);
  if (mayPass && request.isRepeatable && !signal.aborted) {
    await pause(retryAfterMilliseconds, undefined, { signal });
    return exchange(server, request, signal);
  }
  if (isAnswer) return first as HttpAnswer;
  throw first;
}

function exchange(server: Server, request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const { base, authorization, protocol, agent } = server;
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const headers = {
    accept: request.mediaType ?? "application/json",
    ...(body !== undefined && {
      "content-type": request.mediaType ?? "application/json",
      "content-length": Buffer.byteLength(body),
    }),
    ...authorization,
    ...traceHeaders(),
    ...request.headers,
  };
  return new Promise((resolve, reject) => {
    const sent = protocol.request(
      new URL(base.pathname.replace(/\/$/, "") + request.path, base),
      { method: request.method, agent, headers, signal },
      (answer) => readBody(answer).then((text) => resolve(toAnswer(answer, text)), reject),
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

function toAnswer({ statusCode = 0, headers }: IncomingMessage, text: string): HttpAnswer {
  return { status: statusCode, headers, text };
}

async function readBody(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > largestBody) {
      answer.destroy();
      throw new WrongHttpAnswer("too-large");
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/**
 * A system error's code, without its message, which contains a host or URL. The prefix tells it from the same error of
 * the database.
 */
function codeOf(fault: unknown): string {
  const { code } = fault as { code?: unknown };
  return typeof code === "string" ? `http-${code}` : "http-away";
}

/** The body of an answer by its schema. Throws WrongHttpAnswer with the first path that does not fit. */
export function readAnswer<Body extends z.ZodType>(schema: Body, answer: HttpAnswer): z.output<Body> {
  const read = schema.safeParse(parseAnswer(answer));
  if (read.success) return read.data;
  throw new WrongHttpAnswer(read.error.issues[0]?.path.join(".") || "not-json");
}

/** The JSON of an answer; undefined where there is none. */
export function parseAnswer({ text }: HttpAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
