import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Hono } from "hono";
import { answerMalformedRequest } from "./malformed-request.adapter.ts";
import { pipeliningLimit } from "./pipelining-limit.adapter.ts";
import type { AppEnv } from "./request-facts.ts";

export interface HttpServer {
  port: number;
  /** Stops accepting connections, lets running requests finish, and closes the rest after `withinMillis`. */
  close(withinMillis: number): Promise<void>;
}

/** Runs before the app; in development the bundler serves its own files here. */
export type Before = (
  request: import("node:http").IncomingMessage,
  response: import("node:http").ServerResponse,
  next: () => void,
) => void;

export interface ListenOptions {
  app: Hono<AppEnv>;
  port: number;
  /** Undefined: every interface. */
  host: string | undefined;
  before?: Before | undefined;
  /** Brand for the page of a malformed request; absent: a page without a brand. */
  brands?: Pick<BrandBook, "byHost"> | undefined;
}

/** A request must arrive within 15 seconds; connections are checked every second. */
const limits = {
  requestTimeout: 15_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
};

/**
 * Connections waiting to be accepted; the system may allow fewer. When it is full, a health check waits for seconds.
 */
const backlog = 4096;

/** Rejects with the system's error when the port is in use. */
export async function listen({ app, port, host, before, brands }: ListenOptions): Promise<HttpServer> {
  const answer = getRequestListener(app.fetch);
  const mayAnswer = pipeliningLimit();
  const server = createServer(limits, (request, response) => {
    if (!mayAnswer(request, response)) return;
    if (before === undefined) void answer(request, response);
    else before(request, response, () => void answer(request, response));
  });
  server.on("clientError", answerMalformedRequest(brands));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async (withinMillis) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
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
