import { expect, test } from "vitest";
import { routePatterns } from "./route-pattern.rule.ts";

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/account.data", "/account"],
  ["/api/v1/links/eyJhbGciOiJIUzI1NiJ9", "/api/v1/links/:token"],
  ["/api/v1/links/eyJhbGciOiJIUzI1NiJ9/password", "/api/v1/links/:token/password"],
  ["/api/v1/none", "/api/*"],
  ["/assets/entry-4f2a.js", "/assets/*"],
  ["/wp-login.php", "other"],
])("labels %s with the pattern %s", (path, pattern) => {
  const patterns = routePatterns();
  patterns.add(["*", "/*", "/account", "/api/v1/links/:token", "/api/v1/links/:token/password", "/api/*", "/assets/*"]);
  expect(patterns.find(path)).toBe(pattern);
});
