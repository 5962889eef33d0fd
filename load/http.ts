import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { gunzipSync } from "node:zlib";
import { sampleBrandId } from "../test/sample-brand.ts";

/** The portal's URL in a browser. Passkeys and applications need a host name. */
export const portalOrigin = `http://${sampleBrandId}.localhost`;
export const formType = { "content-type": "application/x-www-form-urlencoded" };

interface Call {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent as `X-Forwarded-For`; the servers trust this machine as their proxy. A new one by default. */
  clientIp?: string;
}

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decodes the body. Decompression is not part of `millis`. */
  text(): string;
  /** Time from the call to the last byte, in milliseconds. */
  millis: number;
}

const responseTimeoutMillis = 30_000;
const agent = new Agent({ keepAlive: true, scheduling: "fifo" });

/**
 * Sends one request over a keep-alive connection. Rejects when the server closes it or is silent for 30 seconds. Takes
 * less CPU time than `fetch`, which the servers on the same cores would lose.
 */
export function call({
  port,
  path,
  method = "GET",
  headers,
  body,
  clientIp = newClientIp(),
}: Call): Promise<HttpResponse> {
  const lengthHeader = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = { "x-forwarded-for": clientIp, ...headers, ...lengthHeader };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const outgoing = request({ agent, host: "127.0.0.1", port, path, method, headers: sent });
    outgoing.on("error", reject);
    outgoing.setTimeout(responseTimeoutMillis, () =>
      outgoing.destroy(new Error(`no response in ${responseTimeoutMillis / 1000} s`)),
    );
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        const millis = performance.now() - startedAt;
        resolve({ status, headers, millis, text: () => textOf(Buffer.concat(chunks), headers) });
      });
    });
    outgoing.end(body);
  });
}

const textOf = (body: Buffer, headers: IncomingHttpHeaders) =>
  (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();

/** Calls an endpoint of the API for the default brand. A body that is a string is sent unchanged. */
export function callApi(
  port: number,
  { method, path }: { method: string; path: string },
  { body, clientIp, headers }: { body?: object | string; clientIp?: string; headers?: Record<string, string> } = {},
): Promise<HttpResponse> {
  const brand = { "api-key": sampleBrandId, province: "QC", language: "fr" };
  if (body === undefined) return call({ port, method, path, clientIp, headers: { ...brand, ...headers } });
  const json = typeof body === "string" ? body : JSON.stringify(body);
  const jsonHeaders = { ...brand, ...headers, "content-type": "application/json" };
  return call({ port, method, path, clientIp, headers: jsonHeaders, body: json });
}

/** A `fetch` for clients of API and pages: sends each request to the next server, as a browser of the default brand. */
export const fetchFrom =
  ({ nextPort }: { nextPort(): number }) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search, host } = new URL(request.url);
    const body = await request.text();
    const { status, headers, text } = await call({
      port: nextPort(),
      path: `${pathname}${search}`,
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), host },
      ...(body !== "" && { body }),
    });
    // `text()` has decoded the body.
    const { "content-encoding": _coding, ...kept } = headers;
    const pairs = Object.entries(kept).flatMap(([name, values = []]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    return new Response(status === 204 ? null : text(), { status, headers: pairs });
  };

let lastClientIp = 0;

/** Returns a new client IP of the shared address space (100.64.0.0/10, RFC 6598). */
export function newClientIp(): string {
  lastClientIp += 1;
  return `100.${64 + ((lastClientIp >> 16) & 63)}.${(lastClientIp >> 8) & 255}.${lastClientIp & 255}`;
}
