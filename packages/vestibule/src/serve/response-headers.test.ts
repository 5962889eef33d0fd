import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { brandBook } from "../brands/brand-book.ts";
import { appBrands, openApp } from "./test/open-app.ts";

const directive = (response: Response, name: string) =>
  response.headers
    .get("content-security-policy")
    ?.split("; ")
    .find((part) => part.startsWith(`${name} `));

describe("headers of every response", () => {
  test("A-146 forbid framing, inline code and forms to other sites", async () => {
    const response = await openApp()("/");
    expect(directive(response, "frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(response.headers.get("x-frame-options")).toBe("DENY");
    expect(directive(response, "script-src")).toMatch(/^script-src 'nonce-[\w-]{22}' 'strict-dynamic'$/);
    expect(directive(response, "form-action")).toBe("form-action 'self'");
    expect(response.headers.get("content-security-policy")).not.toContain("unsafe");
    expect(response.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(response.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(response.headers.get("permissions-policy")).toContain("camera=()");
    expect(response.headers.get("cache-control")).toBe("no-store");
    for (const banner of ["server", "x-powered-by"]) expect(response.headers.has(banner)).toBe(false);
  });

  test.each([
    ["of 16 KB", "x".repeat(16_000), 303],
    ["that its encoding makes longer", encodeURIComponent('"'.repeat(6000)), 414],
  ])("A-452 fit the buffer of a proxy: a redirect to a URL %s", async (_what, query, status) => {
    const handler = async () => new Response(null, { status: 303, headers: { location: `/?q=${query}` } });
    const response = await openApp({ web: { handler, clientFolder: "/nowhere" } })("/verify?q=x");
    expect(response.status).toBe(status);
    expect(JSON.stringify([...response.headers]).length).toBeLessThan(20_000);
    // The page after a form leads to another site by a header, too.
    const leave = new Hono().all("*", (c) => c.redirect(`https://claims.example/?q=${query}`, 303));
    const gateway = { handler: leave, guard: (_c: unknown, proceed: () => Promise<void>) => proceed() };
    const left = await openApp({ gateway })("/pkmslogin.form", { method: "POST", body: "" });
    expect(left.status).toBe(status === 414 ? 414 : 200);
    if (status === 414) expect(await response.text()).toContain("Your browser sends too much data at once.");
  });

  test("contain a fresh nonce that the page receives too", async () => {
    const given: string[] = [];
    const handler = async (_request: Request, facts: { nonce: string }) => {
      given.push(facts.nonce);
      return new Response("");
    };
    const request = openApp({ web: { handler, clientFolder: "/nowhere" } });
    const responses = [await request("/"), await request("/")];
    expect(new Set(given).size).toBe(2);
    expect(responses.map((response) => directive(response, "script-src"))).toEqual(
      given.map((nonce) => `script-src 'nonce-${nonce}' 'strict-dynamic'`),
    );
  });

  test("contain HSTS only over https", async () => {
    const headers = { "x-forwarded-proto": "https" };
    expect((await openApp()("/")).headers.has("strict-transport-security")).toBe(false);
    const secure = await openApp()("/", { headers, from: "10.0.0.1" });
    expect(secure.headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
  });

  test("allow a brand's external gateway and app hosts, but no applications, for that brand only", async () => {
    const [first, second] = appBrands.brands as [Brand, Brand];
    const widened: Brand = {
      ...first,
      gateway: { kind: "outside", origin: "https://gate.example", loginPath: "/pkmslogin.form", registry: "x" },
      applicationUrl: "https://client.example/start",
      webviewHosts: ["app.example"],
    };
    const book = brandBook({ brands: [widened, second], defaultBrand: second, mode: "demo" });
    const request = openApp({ brands: book });
    const response = await request("/", { host: `${first.id}.localhost` });
    expect(directive(response, "form-action")).toBe("form-action 'self' https://gate.example");
    expect(directive(response, "frame-ancestors")).toBe("frame-ancestors https://app.example");
    expect(response.headers.has("x-frame-options")).toBe(false);
    expect(directive(await request("/", { host: `${second.id}.localhost` }), "form-action")).toBe("form-action 'self'");
  });

  test("keep a handler's own policy", async () => {
    const demo = new Hono().get("/demo/mail", (c) => {
      c.header("content-security-policy", "default-src 'none'");
      return c.html("");
    });
    const response = await openApp({ demo })("/demo/mail");
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'");
  });
});
