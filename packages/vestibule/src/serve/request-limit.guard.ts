import { finished } from "node:stream";
import { loginForm } from "@vestibule/api/gateway/gateway-answer.rule.ts";
import { type Bulkhead, bulkhead } from "@vestibule/api/platform/bulkhead.adapter.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { longFormPage } from "@vestibule/wording/error-page.ts";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { failureResponse, fallbackResponses } from "./fallback-response.message.ts";
import type { AppEnv } from "./request-facts.ts";

const busy = () => new Error("too many requests at once");
/** Few of one client IP, so that the requests of others and health checks come between; at most some 100 MB in all. */
const pageLimits = { running: 128, runningPerClient: 16, waiting: 256, waitMilliseconds: 5000, busy };
/** Sign-ins do not wait here: the gateway's own limit counts them once their bodies have arrived. */
const signInLimits = { running: 256, runningPerClient: 64, waiting: 0, waitMilliseconds: 0, busy };

/**
 * Limits concurrent pages and calls, fairly between client IPs. A request counts until its response has been sent.
 * Sign-ins have places of their own, so that a flood of them takes none from the pages.
 */
export function requestLimit(
  metrics: Pick<ServerMetrics, "countRefused">,
  pages: Bulkhead = bulkhead(pageLimits),
): MiddlewareHandler<AppEnv> {
  const signIns = bulkhead(signInLimits);
  return async (c, next) => {
    const isSignIn = c.req.method === "POST" && c.req.path === loginForm;
    const release = await (isSignIn ? signIns : pages).enter(c.var.clientIp).catch(() => undefined);
    if (release === undefined) {
      metrics.countRefused("concurrentRequests");
      return failureResponse(c.req.raw, c.var.hostBrand, { status: 503, message: "too many requests at once" });
    }
    const outgoing = c.env?.outgoing;
    if (outgoing === undefined) return next().finally(release);
    finished(outgoing, release);
    const { socket } = c.env.incoming;
    return socket.destroyed || socket.writableEnded ? c.body(null, 503) : next();
  };
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
