import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { brandBook } from "../brands/brand-book.ts";
import { brands, openApp } from "./test/open-app.ts";

const directive = (answer: Response, name: string) =>
  answer.headers
    .get("content-security-policy")
    ?.split("; ")
    .find((part) => part.startsWith(`${name} `));

describe("headers of every response", () => {
  test("A-146 forbid framing, inline code and forms to other sites", async () => {
    const answer = await openApp()("/");
    expect(directive(answer, "frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(directive(answer, "script-src")).toMatch(/^script-src 'nonce-[\w-]{22}' 'strict-dynamic'$/);
    expect(directive(answer, "form-action")).toBe("form-action 'self'");
    expect(answer.headers.get("content-security-policy")).not.toContain("unsafe");
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(answer.headers.get("permissions-policy")).toContain("camera=()");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    for (const banner of ["server", "x-powered-by"]) expect(answer.headers.has(banner)).toBe(false);
  });

  test("contain a fresh nonce that the page receives too", async () => {
    const given: string[] = [];
    const handler = async (_request: Request, facts: { nonce: string }) => {
      given.push(facts.nonce);
      return new Response("");
    };
    const ask = openApp({ web: { handler, clientFolder: "/nowhere" } });
    const answers = [await ask("/"), await ask("/")];
    expect(new Set(given).size).toBe(2);
    expect(answers.map((answer) => directive(answer, "script-src"))).toEqual(
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
    const [first, second] = brands.brands as [Brand, Brand];
    const widened: Brand = {
      ...first,
      gateway: { kind: "outside", origin: "https://gate.example", loginPath: "/pkmslogin.form", registry: "x" },
      applicationUrl: "https://client.example/start",
      webviewHosts: ["app.example"],
    };
    const book = brandBook({ brands: [widened, second], defaultBrand: second, mode: "demo" });
    const ask = openApp({ brands: book });
    const answer = await ask("/", { host: `${first.id}.localhost` });
    expect(directive(answer, "form-action")).toBe("form-action 'self' https://gate.example");
    expect(directive(answer, "frame-ancestors")).toBe("frame-ancestors https://app.example");
    expect(answer.headers.has("x-frame-options")).toBe(false);
    expect(directive(await ask("/", { host: `${second.id}.localhost` }), "form-action")).toBe("form-action 'self'");
  });

  test("keep a handler's own policy", async () => {
    const demo = new Hono().get("/demo/mail", (c) => {
      c.header("content-security-policy", "default-src 'none'");
      return c.html("");
    });
    const answer = await openApp({ demo })("/demo/mail");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'");
  });
});
