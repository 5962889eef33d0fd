import { useSyncExternalStore } from "react";
import { type DataStrategyResult, type MiddlewareFunction, replace } from "react-router";

/**
 * `good`: no request has failed. `offline`: the browser is offline, and nothing was sent. `back`: it is online again.
 * `lost`: a request had no response, so it is unknown whether the server received it.
 */
export interface Connection {
  kind: "good" | "offline" | "back" | "lost";
  /** Counts blocked or failed requests, so that the notice is announced again each time. */
  times: number;
}

const good: Connection = { kind: "good", times: 0 };
let state = good;
const listeners = new Set<() => void>();
/** URL of the page that is shown. */
let shownUrl = "";
/** URL of that page while a failed navigation returns to it. */
let returningUrl: string | undefined;
/** Whether the browser is loading another document, because some browsers then abort pending requests. */
let isLeaving = false;
const leavingMilliseconds = 5000;

export function publishConnection(kind: Connection["kind"]): void {
  if (kind === "good" && state.kind === "good") return;
  state = { kind, times: state.times + (kind === "back" ? 0 : 1) };
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => good,
  );
}

export function recordShownPage(url: string): void {
  shownUrl = url;
}

/** Resets the flag after five seconds, because a `tel:` link fires `beforeunload` although the page stays. */
export function recordLeaving(): void {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, leavingMilliseconds);
}

/** Middleware around every client-side request. If a request has no response, the page stays with its typed values. */
export const keepPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request, url }, next) => {
  const requestedUrl = `${url.pathname}${url.search}`;
  const isReturning = request.method === "GET" && requestedUrl === returningUrl;
  returningUrl = undefined;
  // An empty result keeps the current loader data.
  if (isReturning) return {};
  const results = await next();
  if (request.signal.aborted) return results;
  if (!Object.values(results).some(isBroken)) {
    publishConnection("good");
    return results;
  }
  if (!isLeaving) publishConnection("lost");
  if (request.method === "GET" && requestedUrl === shownUrl) return {};
  returningUrl = shownUrl;
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: "data", result: replace(shownUrl) }]));
};

/** Whether a request had no response. Browsers report that as a TypeError, which no error of the server is. */
function isBroken({ type, result }: DataStrategyResult): boolean {
  if (type !== "error") return false;
  const fault = (result as { data?: unknown }).data ?? result;
  return fault instanceof TypeError || (fault instanceof Error && fault.cause instanceof TypeError);
}
