import { finished } from "node:stream";
import { fairLines } from "@vestibule/api/platform/fair-lines.adapter.ts";
import { type FairShares, fairShares } from "@vestibule/api/platform/fair-shares.adapter.ts";
import type { Context, MiddlewareHandler } from "hono";
import { failureResponse } from "./failure-response.message.ts";
import type { AppEnv } from "./request-facts.ts";

/** About two seconds of rendering on the event loop, and at most some 100 MB. */
const places = 256;

/** Limits concurrent pages and calls, fairly between client IPs. A request counts until its response has been sent. */
export function requestLimit(shares: FairShares = fairShares(places)): MiddlewareHandler<AppEnv> {
  const turn = turns();
  return async (c, next) => {
    const release = shares.take(c.var.clientIp);
    if (release === undefined) {
      const asked = { path: c.req.path, brand: c.var.hostBrand, request: c.req.raw };
      return failureResponse(asked, { status: 503, message: "too many requests at once" });
    }
    const outgoing = c.env?.outgoing;
    if (outgoing === undefined) return next().finally(release);
    finished(outgoing, release);
    await turn(c.var.clientIp);
    return isClientGone(c) ? c.body(null, 503) : next();
  };
}

/** Starts one request per turn of the event loop, so that new requests, such as health checks, are read in between. */
function turns(): (address: string) => Promise<void> {
  const waiting = fairLines<() => void>();
  const beginNext = () => {
    waiting.shift()?.();
    if (waiting.size > 0) setImmediate(beginNext);
  };
  return (address) =>
    new Promise((begin) => {
      waiting.push(address, begin);
      if (waiting.size === 1) setImmediate(beginNext);
    });
}

function isClientGone(c: Context<AppEnv>): boolean {
  const { socket } = c.env.incoming;
  return socket.destroyed || socket.writableEnded;
}
