import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { returnPath } from "./return-path.rule.ts";

const origin = "https://portal.ca";

describe("the path to return to after a preference change", () => {
  test.each([
    "//evil.ca",
    "/\\evil.ca",
    "\\\\evil.ca",
    "https:evil.ca",
    "/\t/evil.ca",
    "https://portal.ca@evil.ca",
    "https://portal.ca.evil.ca",
    "https://portal.ca:80@evil.ca",
    "https://evil.ca#portal.ca",
    "///evil.ca",
    "/..//evil.ca",
    "/.//evil.ca",
    "data:text/html,x",
    "javascript:alert(1)",
    "",
    undefined,
    `/${"a".repeat(3000)}`,
  ])("A-140 is the start for %j", (asked) => {
    expect(returnPath(asked, origin)).toBe("/");
  });

  test.each(["/%09/evil.ca", "/%2f%2fevil.ca", "/@evil.ca", "/?URL=https://evil.ca"])(
    "A-140 stays on the portal for %j",
    (asked) => {
      expect(new URL(returnPath(asked, origin), origin).origin).toBe(origin);
    },
  );

  test("A-140 is on the portal and begins with one slash, whatever the input", () => {
    const pieces = fc.constantFrom(
      "/",
      "\\",
      "..",
      ".",
      "evil.ca",
      "@",
      ":",
      "?",
      "#",
      "%2f",
      "\t",
      "\n",
      "https:",
      "a",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
        const path = returnPath(parts.join(""), origin);
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(new URL(path, origin).origin).toBe(origin);
      }),
    );
  });

  test("keeps the page and its query", () => {
    expect(returnPath("/create-an-account/verify/code?webview=true", origin)).toBe(
      "/create-an-account/verify/code?webview=true",
    );
  });

  test("omits the province and language just changed, also when nested in URL", () => {
    expect(returnPath("/?province=qc&a=1&language=fr", origin)).toBe("/?a=1");
    expect(returnPath("/?URL=%2Faccount%3Flanguage%3Dfr%26token%3Dx", origin)).toBe("/?URL=%2Faccount%3Ftoken%3Dx");
  });
});
