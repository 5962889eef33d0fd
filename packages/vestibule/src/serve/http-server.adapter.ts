import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause, setImmediate as turnEnd } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Hono } from "hono";
import { handleMalformedRequest, refuseConnection } from "./malformed-request.adapter.ts";
import type { AppEnv } from "./request-facts.ts";

export interface HttpServer {
  port: number;
  /** Stops accepting connections, lets running requests finish, and closes the rest after `withinMillis`. */
  close(withinMillis: number): Promise<void>;
}

/** Runs before the app; in development the bundler serves its own files here. */
export type Before = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface ListenOptions {
  app: Hono<AppEnv>;
  port: number;
  /** IP or host name to listen on; undefined for all interfaces. */
  host: string | undefined;
  before?: Before | undefined;
  /** Brands of the page for a malformed request; without them the page has no brand. */
  brands?: Pick<BrandBook, "byHost"> | undefined;
  metrics?: Pick<ServerMetrics, "countRefused"> | undefined;
}

/** A request must arrive within 15 seconds; connections are checked every second. */
const limits = {
  requestTimeout: 15_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 1000,
  // The proxy has to close an idle connection first: a form that it sends into one that closes is lost. nginx and AWS
  // keep one for 60 s, Google's load balancer for 600 s.
  keepAliveTimeout: 620_000,
  maxHeaderSize: 16 * 1024,
};

/** The host of a request without one, which HTTP/1.0 allows and HAProxy's health check has. No brand lists it. */
const absentHost = "absent-host.invalid";

/** Connections that wait to be accepted. In a full queue a health check waits for seconds. */
const backlog = 4096;

/** Starts a server. Rejects with the error of the system, such as EADDRINUSE. */
export async function listen({ app, port, host, before, brands, metrics }: ListenOptions): Promise<HttpServer> {
  const handle = getRequestListener(app.fetch, { hostname: absentHost });
  const isWithinLimit = pipeliningLimit();
  /** Requests wait for it while the server closes. */
  let listenerClosed: Promise<void> | undefined;
  const server = createServer(limits, async (request, response) => {
    if (!isWithinLimit(request, response)) {
      metrics?.countRefused("pipelining");
      return;
    }
    if (listenerClosed !== undefined) await listenerClosed;
    response.once("finish", () => setImmediate(endUnreadConnection, request));
    if (before === undefined) void handle(request, response);
    else before(request, response, () => void handle(request, response));
  });
  server.on("clientError", handleMalformedRequest(brands));
  server.listen({ port, host, backlog });
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async (withinMillis) => {
      const { promise, resolve: startWaitingRequests } = Promise.withResolvers<void>();
      listenerClosed = promise;
      await acceptWaiting(server);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      startWaitingRequests();
      // Repeated: a connection that was still sending its response at the first call would stay open for the next
      // request.
      const sweep = setInterval(() => server.closeIdleConnections(), 100);
      await Promise.race([closed, pause(withinMillis, undefined, { ref: false })]);
      clearInterval(sweep);
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Closing a listening socket resets the connections that wait to be accepted. A turn of the event loop accepts one of
 * them, so after a turn without a connection none waits.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on("connection", count);
  await turnEnd();
  for (let turns = 0; turns < backlog; turns += 1) {
    const before = accepted;
    await turnEnd();
    if (accepted === before) break;
  }
  server.off("connection", count);
}

/**
 * Ends the connection of a request whose body was too long to be read after its response. `@hono/node-server` closes it
 * half a second later, when a proxy may have sent the request of another client into it. A header `connection: close`
 * would close it at once, which resets the connection of a client that is still sending.
 */
function endUnreadConnection({ readableEnded, socket }: IncomingMessage): void {
  if (!readableEnded) socket.end();
}

/** Unanswered requests of one connection. Browsers and proxies have one, since they do not pipeline. */
const maxUnanswered = 8;

/** Returns whether to handle a request; otherwise its connection is refused. */
export function pipeliningLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const unanswered = new WeakMap<Socket, number>();
  return ({ socket }, response) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    // The connection was ended by an earlier request of the same packet.
    if (socket.writableEnded || socket.destroyed) return false;
    if (count > maxUnanswered) {
      refuseConnection(socket, 503, { "retry-after": "1", "content-length": "0" });
      return false;
    }
    unanswered.set(socket, count);
    response.once("close", () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    return true;
  };
}
