import { useSyncExternalStore } from "react";
import { type DataStrategyResult, type MiddlewareFunction, replace } from "react-router";

/**
 * `away`: the browser was offline, nothing was sent. `back`: it is online again. `lost`: a request was sent and no
 * response came, so it is unknown whether the server received it.
 */
export interface Connection {
  kind: "good" | "away" | "back" | "lost";
  /** Counts blocked or failed requests, so that the notice is announced again each time. */
  times: number;
}

const good: Connection = { kind: "good", times: 0 };
let state = good;
const readers = new Set<() => void>();
/** URL of the current page, and the same URL while navigation returns to it. */
let shown = "";
let returning: string | undefined;
/** Whether the browser is loading another document: some browsers then abort pending requests. */
let isLeaving = false;
const leavingMilliseconds = 5000;

export function publishConnection(kind: Connection["kind"]): void {
  if (kind === "good" && state.kind === "good") return;
  state = { kind, times: state.times + (kind === "back" ? 0 : 1) };
  for (const read of readers) read();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (read) => {
      readers.add(read);
      return () => readers.delete(read);
    },
    () => state,
    () => good,
  );
}

export function recordShownPage(address: string): void {
  shown = address;
}

/** A `tel:` link also fires `beforeunload` although the page stays, so the flag is reset after five seconds. */
export function recordLeaving(): void {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, leavingMilliseconds);
}

/** Middleware around every client-side request: without a response the page stays as it is, with its typed values. */
export const keepPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request, url }, next) => {
  const asked = `${url.pathname}${url.search}`;
  const returns = request.method === "GET" && asked === returning;
  returning = undefined;
  // An empty result keeps the current loader data.
  if (returns) return {};
  const results = await next();
  if (request.signal.aborted) return results;
  if (!Object.values(results).some(isBroken)) {
    publishConnection("good");
    return results;
  }
  if (!isLeaving) publishConnection("lost");
  if (request.method === "GET" && asked === shown) return {};
  returning = shown;
  return Object.fromEntries(Object.keys(results).map((id) => [id, { type: "data", result: replace(shown) }]));
};

/** Browsers report a missing response as TypeError; errors from the server are never of that type. */
function isBroken({ type, result }: DataStrategyResult): boolean {
  if (type !== "error") return false;
  const fault = (result as { data?: unknown }).data ?? result;
  return fault instanceof TypeError || (fault instanceof Error && fault.cause instanceof TypeError);
}
