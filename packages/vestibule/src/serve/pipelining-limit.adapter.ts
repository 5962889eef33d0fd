import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { refuseConnection } from "./malformed-request.adapter.ts";

/**
 * Browsers and proxies do not pipeline: they send the next request of a connection after the response to the last one.
 */
const mostUnanswered = 8;

/**
 * Counts the unanswered requests of each connection. The check returns whether to handle a request; otherwise the
 * connection is refused.
 */
export function pipeliningLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    // Requests parsed together with the one that ended the connection.
    if (socket.writableEnded || socket.destroyed) return false;
    if (count > mostUnanswered) {
      refuseConnection(socket, 503, { "retry-after": "1", "content-length": "0" });
      return false;
    }
    unanswered.set(socket, count);
    response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    return true;
  };
}
