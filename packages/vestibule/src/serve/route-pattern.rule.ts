import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

const method = "GET";

export type RoutePatterns = ReturnType<typeof routePatterns>;

export function routePatterns() {
  const router = new SmartRouter<string>({ routers: [new RegExpRouter(), new TrieRouter()] });
  // The router throws without a pattern.
  router.add(method, "/", "/");
  return {
    /** Adds patterns, before the first `find`. If several match a path, the first added one counts. */
    add: (patterns: readonly string[]) => {
      const specific = patterns.filter((pattern) => !/^\/?\*$/.test(pattern));
      for (const pattern of new Set(specific)) router.add(method, pattern, pattern);
    },
    /** Returns a pattern or "other". A path itself is no label, since it may contain a token. */
    find: (path: string) => {
      const [[match]] = router.match(method, pagePath(path));
      return match?.[0] ?? "other";
    },
  };
}

/** React Router requests the data of a page under the page's path with this ending. */
function pagePath(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path === "/_root.data" ? "/" : path.slice(0, -".data".length);
}
