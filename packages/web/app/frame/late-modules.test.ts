import { expect, it } from "vitest";
import { loadModulesLate } from "./late-modules.server.ts";

const link = '<link rel="modulepreload" href="/assets/root.js" nonce="n"/>';
const script = '<script nonce="n" type="module" async="">import "/assets/root.js";</script>';

it("leaves no module for the browser to request before the first paint", () => {
  const html = loadModulesLate(`<head>${link}</head><body>${script}</body>`, "n");
  expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]* type="module"/);
  expect(html).toContain('<link rel="late-module" href="/assets/root.js"/>');
  expect(html).toMatch(/<script nonce="n">requestAnimationFrame\(.+<\/script><\/body>$/s);
});

it("leaves a page as it is unless it has both the preloads and the module script", () => {
  for (const body of [link, script, ""])
    expect(loadModulesLate(`<body>${body}</body>`, "n")).toBe(`<body>${body}</body>`);
});
