import { finished } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { loginForm } from "@vestibule/api/gateway/gateway-result.rule.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { largeFormAt } from "@vestibule/web/page-request.rule.ts";
import { longFormPage } from "@vestibule/wording/error-page.ts";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { failureResponse, fallbackResponses } from "./fallback-response.message.ts";
import type { AppEnv } from "./request-facts.ts";

/** About two seconds of rendering on the event loop, and at most some 100 MB. */
const maxRequests = 256;
const maxRequestsOfClient = 64;

/**
 * Limits concurrent pages and calls, in all and for each client IP, since a burst of pages takes memory until the last
 * is rendered. A request counts until its response has been sent. Sign-ins are bounded by the queue of hashing; one
 * starts in each turn of the event loop, so that other requests are read between those of a flood.
 */
export function requestLimit(metrics: Pick<ServerMetrics, "countRefused">): MiddlewareHandler<AppEnv> {
  const running = new Map<string, number>();
  let total = 0;
  let lastSignIn = Promise.resolve();
  const runningOf = (clientIp: string) => running.get(clientIp) ?? 0;
  const count = (clientIp: string, change: 1 | -1) => {
    total += change;
    const left = runningOf(clientIp) + change;
    if (left === 0) running.delete(clientIp);
    else running.set(clientIp, left);
  };
  return async (c, next) => {
    const { clientIp } = c.var;
    if (c.req.method === "POST" && c.req.path === loginForm) {
      lastSignIn = lastSignIn.then(() => nextTurn());
      await lastSignIn;
      return next();
    }
    if (total >= maxRequests || runningOf(clientIp) >= maxRequestsOfClient) {
      metrics.countRefused("concurrentRequests");
      return failureResponse(c.req.raw, c.var.hostBrand, { status: 503, message: "too many requests at once" });
    }
    count(clientIp, 1);
    const release = () => count(clientIp, -1);
    const outgoing = c.env?.outgoing;
    if (outgoing === undefined) return next().finally(release);
    finished(outgoing, release);
    return next();
  };
}

/** More bytes than any form needs. The API and the gateway have their own limits and responses. */
const maxBodyBytes = 16 * 1024;

/** More than every drawing and sentence of a brand; the digital team gives them back on these pages. */
const maxUploadBytes = 2 * 1024 * 1024;

const bodyTooLargePage = fallbackResponses(longFormPage);

const limitTo = (maxSize: number): MiddlewareHandler<AppEnv> =>
  bodyLimit({
    maxSize,
    onError: (c) => {
      const { body, headers } = bodyTooLargePage({
        brand: c.var.hostBrand,
        language: preferredLanguage(c.req.raw, c.var.hostBrand),
      });
      return c.body(body, 413, headers);
    },
  });
const [limitForm, limitUpload] = [limitTo(maxBodyBytes), limitTo(maxUploadBytes)];

export const pageBody: MiddlewareHandler<AppEnv> = (c, next) =>
  (largeFormAt(c.req.path) === undefined ? limitForm : limitUpload)(c, next);
