import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { closeServer, listenOnLoopback } from "./loopback-port.ts";

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

type Respond = (request: ReceivedRequest, response: ServerResponse) => unknown;

/** Starts an HTTP server on loopback that records its requests. */
export async function loopbackServer(respond: Respond, tls?: ServerOptions) {
  const received: ReceivedRequest[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(pieces).toString() };
    received.push(one);
    await respond(one, response);
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const port = await listenOnLoopback(server);
  return {
    origin: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    received,
    open: async () => void (await listenOnLoopback(server, port)),
    close: async () => {
      const closed = closeServer(server);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What a server does instead of a correct response; `lost` does the work and then closes the connection. */
export type ServerFailure =
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: unknown }
  | { kind: "text"; text: string }
  | { kind: "slow"; milliseconds: number }
  | { kind: "reset" }
  | { kind: "lost" }
  | undefined;

export interface CannedResponse {
  status: number;
  body?: unknown;
}

/** Starts an HTTP server on loopback that answers with JSON of this media type and can be made to fail. */
export async function failingServer(
  mediaType: string,
  respond: (request: ReceivedRequest) => CannedResponse,
  tls?: ServerOptions,
) {
  const failures: ServerFailure[] = [];
  const server = await loopbackServer(async (request, response) => {
    const failure = failures.length > 1 ? failures.shift() : failures[0];
    const send = ({ status, headers, body }: CannedResponse & { headers?: Record<string, string> }) =>
      response.writeHead(status, { "content-type": mediaType, ...headers }).end(body && JSON.stringify(body));
    if (failure?.kind === "reset") return response.destroy();
    if (failure?.kind === "status") return send(failure);
    if (failure?.kind === "slow") await pause(failure.milliseconds, undefined, { ref: false });
    const answered = respond(request);
    if (failure?.kind === "lost") return response.destroy();
    if (failure?.kind === "text") return response.writeHead(200, { "content-type": mediaType }).end(failure.text);
    send(answered);
  }, tls);
  return {
    ...server,
    /** Sets how the next requests fail, in this order; the last failure applies to all later requests. */
    failWith: (...next: ServerFailure[]) => {
      failures.splice(0, failures.length, ...next);
    },
  };
}
