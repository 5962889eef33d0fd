import { finished } from "node:stream";
import { loginForm } from "@vestibule/api/gateway/gateway-result.rule.ts";
import { fairLines } from "@vestibule/api/platform/fair-lines.adapter.ts";
import { type FairShares, fairShares } from "@vestibule/api/platform/fair-shares.adapter.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { longFormPage } from "@vestibule/wording/error-page.ts";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { failureResponse, fallbackResponses } from "./fallback-response.message.ts";
import type { AppEnv } from "./request-facts.ts";

/** About two seconds of rendering on the event loop, and at most some 100 MB. */
const maxConcurrentRequests = 256;

/**
 * Limits concurrent pages and calls, fairly between client IPs. A request counts until its response has been sent.
 * Sign-ins have their own slots, so that a flood of them takes none from the pages. They do not wait for a turn: while
 * one waits, the gateway does not count it, and `signInOverloadGuard` would accept too many.
 */
export function requestLimit(
  metrics: Pick<ServerMetrics, "countRefused">,
  shares: FairShares = fairShares(maxConcurrentRequests),
): MiddlewareHandler<AppEnv> {
  const signInShares = fairShares(maxConcurrentRequests);
  const nextTurn = turnQueue();
  return async (c, next) => {
    const isSignIn = c.req.method === "POST" && c.req.path === loginForm;
    const release = (isSignIn ? signInShares : shares).take(c.var.clientIp);
    if (release === undefined) {
      metrics.countRefused("concurrentRequests");
      return failureResponse(c.req.raw, c.var.hostBrand, { status: 503, message: "too many requests at once" });
    }
    const outgoing = c.env?.outgoing;
    if (outgoing === undefined) return next().finally(release);
    finished(outgoing, release);
    if (!isSignIn) await nextTurn(c.var.clientIp);
    const { socket } = c.env.incoming;
    return socket.destroyed || socket.writableEnded ? c.body(null, 503) : next();
  };
}

/** Starts one request per turn of the event loop, so that new requests, such as health checks, are read in between. */
function turnQueue(): (ip: string) => Promise<void> {
  const waiting = fairLines<() => void>();
  const startNext = () => {
    waiting.shift()?.();
    if (waiting.size > 0) setImmediate(startNext);
  };
  return (ip) =>
    new Promise((start) => {
      waiting.push(ip, start);
      if (waiting.size === 1) setImmediate(startNext);
    });
}

/** More bytes than any form needs. The API and the gateway have their own limits and responses. */
const maxBodyBytes = 16 * 1024;

const bodyTooLargePage = fallbackResponses(longFormPage);

export const pageBody: MiddlewareHandler<AppEnv> = bodyLimit({
  maxSize: maxBodyBytes,
  onError: (c) => {
    const { body, headers } = bodyTooLargePage({
      brand: c.var.hostBrand,
      language: preferredLanguage(c.req.raw, c.var.hostBrand),
    });
    return c.body(body, 413, headers);
  },
});
