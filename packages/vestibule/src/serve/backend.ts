import type { Clock } from "@vestibule/api/platform/clock.adapter.ts";
import type { MiddlewareHandler } from "hono";
import type { PublicationReader } from "../brands/published-brands.ts";
import type { AppEnv } from "./request-facts.ts";

/** A part of the server that handles requests, such as the API, the gateway or the pages of the demo. */
export interface Handler {
  fetch(request: Request, environment?: object): Response | Promise<Response>;
}

export interface GatewayBackend {
  handler: Handler;
  guard: MiddlewareHandler<AppEnv>;
}

/** In this process or on another host. Its handlers work once `open` has resolved. */
export interface Backend {
  api: Handler;
  gateway: GatewayBackend;
  demo: Handler | undefined;
  clock: Clock;
  publications: PublicationReader;
  /** Rejects while the backend is unavailable. */
  checkConnection(): Promise<unknown>;
  /** Resolves once the backend is ready. Rejects with a fault that a retry cannot fix. */
  open(): Promise<void>;
  /** Responds to the systems that wait for an event, which would keep a stopping server from ending. */
  startDraining(): void;
  stop(): Promise<void>;
}
