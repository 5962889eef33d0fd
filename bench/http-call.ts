import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { gunzipSync } from "node:zlib";

export interface Call {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Client IP that the server counts by; it trusts this machine as its proxy. */
  address?: string;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body, decoded on demand so that decompression is not part of the time. */
  text(): string;
  /** From the call to the last byte. */
  millis: number;
}

const agent = new Agent({ keepAlive: true, scheduling: "fifo" });

/** One request over a keep-alive connection. Rejects when the server closes it. */
export function call({ port, path, method = "GET", headers = {}, body, address }: Call): Promise<Answer> {
  const sent = { ...headers, ...(address && { "x-forwarded-for": address }) };
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const asked = request({ agent, host: "127.0.0.1", port, path, method, headers: { ...sent, ...length } });
    asked.on("error", reject);
    asked.on("response", (response) => {
      const pieces: Buffer[] = [];
      response.on("error", reject);
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        const millis = performance.now() - began;
        resolve({ status, headers, millis, text: () => textOf(Buffer.concat(pieces), headers) });
      });
    });
    asked.end(body);
  });
}

const textOf = (body: Buffer, headers: IncomingHttpHeaders) =>
  (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();

export const formType = { "content-type": "application/x-www-form-urlencoded" };

let lastAddress = 0;

/** An unused client IP of the shared carrier network (100.64.0.0/10). */
export function newClientIp(): string {
  lastAddress += 1;
  return `100.${64 + ((lastAddress >> 16) & 63)}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}
