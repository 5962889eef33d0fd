import { useSyncExternalStore } from "react";
import { type DataStrategyResult, type MiddlewareFunction, replace } from "react-router";

/**
 * `away`: the browser was offline, nothing was sent. `back`: it is online again. `lost`: a request was on its way and its
 * answer never came; whether it arrived, nobody here knows.
 */
export interface Connection {
  kind: "good" | "away" | "back" | "lost";
  /** Counts what was held up: the same is told anew to who presses again. */
  times: number;
}

const good: Connection = { kind: "good", times: 0 };
let told = good;
const readers = new Set<() => void>();
/** Address of the page that is shown, and the same while it is being returned to. */
let shown = "";
let returning: string | undefined;
/** Whether the browser is on its way to another document: some cut off what is still asked for this one. */
let isLeaving = false;
const leavingMilliseconds = 5000;

export function publishConnection(kind: Connection["kind"]): void {
  if (kind === "good" && told.kind === "good") return;
  told = { kind, times: told.times + (kind === "back" ? 0 : 1) };
  for (const read of readers) read();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (read) => {
      readers.add(read);
      return () => readers.delete(read);
    },
    () => told,
    () => good,
  );
}

export function recordShownPage(address: string): void {
  shown = address;
}

/** A telephone number that is dialled looks the same to a page, which stays: what was noted does not. */
export function recordLeaving(): void {
  isLeaving = true;
  setTimeout(() => {
    isLeaving = false;
  }, leavingMilliseconds);
}

/** Around every request of a page: one whose answer never comes leaves the page as it is, with all that was typed. */
export const keepPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request, url }, next) => {
  const asked = `${url.pathname}${url.search}`;
  const returns = request.method === "GET" && asked === returning;
  returning = undefined;
  // No result: the page keeps what it was drawn with.
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

/** What the server itself says of a fault is never a TypeError: that is how a browser tells that no answer came. */
function isBroken({ type, result }: DataStrategyResult): boolean {
  if (type !== "error") return false;
  const fault = (result as { data?: unknown }).data ?? result;
  return fault instanceof TypeError || (fault instanceof Error && fault.cause instanceof TypeError);
}
