import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";

export interface RoutePatterns {
  /** Adds patterns, before the first `find`. If several match a path, the first added one counts. */
  add(patterns: readonly string[]): void;
  /** Finds the pattern of a path, or returns "other". A path itself is no label, since it may contain a token. */
  find(path: string): string;
}

const method = "GET";

export function routePatterns(): RoutePatterns {
  const router = new SmartRouter<string>({ routers: [new RegExpRouter(), new TrieRouter()] });
  // The router throws without a pattern.
  router.add(method, "/", "/");
  return {
    add: (patterns) => {
      const specific = patterns.filter((pattern) => !/^\/?\*$/.test(pattern));
      for (const pattern of new Set(specific)) router.add(method, pattern, pattern);
    },
    find: (path) => {
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
