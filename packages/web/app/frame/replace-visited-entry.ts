import { type DataStrategyResult, type MiddlewareFunction, replace } from "react-router";

/**
 * Middleware around every client-side request. The browser's Back shows the URL of an earlier entry before its page is
 * loaded; a redirect from there replaces that entry, as it does without scripts. Otherwise React Router adds one, and
 * Back returns to the same page forever.
 */
export const replaceVisitedEntry: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request, url },
  next,
) => {
  const isVisited =
    request.method === "GET" && `${location.pathname}${location.search}` === `${url.pathname}${url.search}`;
  const results = await next();
  if (!isVisited) return results;
  return Object.fromEntries(
    Object.entries(results).map(([id, { type, result }]) => [id, { type, result: asReplacing(result) }]),
  );
};

function asReplacing(result: unknown): unknown {
  if (!(result instanceof Response)) return result;
  const { status, headers } = result;
  const target = headers.get("location");
  return target === null ? result : replace(target, { status, headers });
}
