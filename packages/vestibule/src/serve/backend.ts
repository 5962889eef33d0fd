import type { SignInClient } from "@vestibule/api/gateway/trusted-device.adapter.ts";
import type { Clock } from "@vestibule/api/platform/clock.port.ts";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./request-facts.ts";

/** A part of the server that handles requests: the API, the gateway, the demo's pages. */
export interface Handler {
  fetch(request: Request, environment?: object): Response | Promise<Response>;
}

/** A handler that is not ready yet: `respondUntilReady` responds until `open` sets the real one. */
export function pendingHandler(
  respondUntilReady: (request: Request) => Response,
): Handler & { open(handler: Handler): void } {
  let handler: Handler = { fetch: respondUntilReady };
  return {
    fetch: (request, environment) => handler.fetch(request, environment),
    open: (real) => {
      handler = real;
    },
  };
}

export interface GatewayBackend {
  handler: Handler;
  guard: MiddlewareHandler<AppEnv>;
  /**
   * Takes a place for a sign-in and returns a function that releases it, or undefined when this client has no room;
   * absent where another host decides.
   */
  reserveSignIn?: (client: SignInClient) => (() => void) | undefined;
}

/**
 * The API and gateway behind the pages: in this process, or on another host. Until it is open, its handlers answer 503
 * with Retry-After.
 */
export interface Backend {
  api: Handler;
  gateway: GatewayBackend;
  demo: Handler | undefined;
  clock: Clock;
  /** Rejects while it cannot serve. */
  ask(): Promise<unknown>;
  /** Resolves once it can serve. Rejects when it never will. */
  open(): Promise<void>;
  stop(): Promise<void>;
}
