import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { brandBook } from "../brands/brand-book.ts";
import { appBrands, openApp } from "./test/open-app.ts";

const [first] = appBrands.brands as [Brand];
const application = "https://claims.example/start?a=1&b=2";
const behind: Brand = {
  ...first,
  gateway: { kind: "outside", origin: "https://gate.example", loginPath: "/pkmslogin.form", registry: "x" },
};

/** A server whose gateway and portal redirect everything to a location. */
function serverAt(location: string, brand = first) {
  const redirects = new Hono().all("*", (c) => {
    c.header("set-cookie", "kept=yes", { append: true });
    return c.redirect(location, 302);
  });
  return openApp({
    brands: brandBook({ brands: [brand], defaultBrand: brand, mode: "demo" }),
    gateway: { handler: redirects, guard: (_c, next) => next() },
    web: { handler: async (request) => redirects.fetch(request), clientFolder: "/nowhere" },
  });
}

const post = { method: "POST", body: "", headers: { "accept-language": "fr" } };
const form = "/pkmslogin.form";
const report = "/webseal.do?TAM_OP=login_success&ERROR_CODE=0x38cf05e7";

describe("a form that would end at another site", () => {
  test.each([
    ["an application", form, application],
    ["the interaction of an application", form, "/oidc/interaction/12345678901234567890"],
    ["an app on the person's device", form, "http://127.0.0.1:49152/callback"],
    ["an app by its own scheme", form, "com.acme.claims:/callback?code=1"],
    ["an application after a passkey", "/pkmspasskey.form", application],
    ["an application after its sign-out", "/oidc/logout/confirm", "https://claims.example/bye"],
    ["the insurer's site after a roadblock", "/roadblock/leave", "https://insurer.example/"],
  ])("ends at a page that leads to %s", async (_what, path, location) => {
    const response = await serverAt(location)(path, post);
    const { href } = new URL(location, "http://belair.localhost:3000");
    expect([response.status, response.headers.get("location")]).toEqual([200, null]);
    expect(response.headers.get("refresh")).toBe(`0;url=${href}`);
    expect(response.headers.get("set-cookie")).toBe("kept=yes");
    const page = await response.text();
    expect(page).toContain(`href="${href.replace("&", "&amp;")}"`);
    expect(page.indexOf("Un instant")).toBeLessThan(page.indexOf("One moment"));
  });

  test("ends at a page too where a gateway reports the sign-in", async () => {
    const response = await serverAt(application, behind)(report);
    expect(response.headers.get("refresh")).toBe(`0;url=${application}`);
  });

  test.each(["/pkmslogin.proven", "/pkmslogin.continue"])(
    "ends at a page too where its redirect is %s",
    async (path) => {
      const response = await serverAt("/oidc/interaction/12345678901234567890")(path);
      expect([response.status, response.headers.get("location")]).toEqual([200, null]);
    },
  );
});

describe("a redirect stays one", () => {
  test.each([
    ["within the portal", form, "/account"],
    ["to the gateway's answer", form, report],
    ["to the login page", report, "/"],
  ])("%s", async (_what, path, location) => {
    expect((await serverAt(location)(path, post)).headers.get("location")).toBe(location);
  });

  test("when it leads to an outside gateway, which forms may be sent to", async () => {
    const location = "https://gate.example/claims";
    expect((await serverAt(location, behind)(report)).headers.get("location")).toBe(location);
  });

  test("where no form was sent", async () => {
    expect((await serverAt(application)("/oidc/authorize")).headers.get("location")).toBe(application);
  });
});
