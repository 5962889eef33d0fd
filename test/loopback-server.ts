import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

type Respond = (request: ReceivedRequest, response: ServerResponse) => unknown;

/** Starts an HTTP server on loopback that records its requests. */
export async function loopbackServer(respond: Respond, { tls, port = 0 }: { tls?: ServerOptions; port?: number } = {}) {
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
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, "127.0.0.1", () => resolve()));
  await listen(port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    origin: `${tls ? "https" : "http"}://127.0.0.1:${taken}`,
    port: taken,
    received,
    open: () => listen(taken),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
