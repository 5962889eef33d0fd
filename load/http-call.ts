import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { gunzipSync } from "node:zlib";

export interface Call {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent as `X-Forwarded-For`; the servers trust this machine as their proxy. */
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

const agent = new Agent({ keepAlive: true, scheduling: "fifo" });

/** Sends one request over a keep-alive connection. Rejects when the server closes it. */
export function call({ port, path, method = "GET", headers = {}, body, clientIp }: Call): Promise<HttpResponse> {
  const sent = { ...headers, ...(clientIp && { "x-forwarded-for": clientIp }) };
  const lengthHeader = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const outgoing = request({ agent, host: "127.0.0.1", port, path, method, headers: { ...sent, ...lengthHeader } });
    outgoing.on("error", reject);
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

export const formType = { "content-type": "application/x-www-form-urlencoded" };

let lastClientIp = 0;

/** Returns a new client IP of the shared address space (100.64.0.0/10, RFC 6598). */
export function newClientIp(): string {
  lastClientIp += 1;
  return `100.${64 + ((lastClientIp >> 16) & 63)}.${(lastClientIp >> 8) & 255}.${lastClientIp & 255}`;
}
