import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { expect, test } from "vitest";
import { appBrands, openApp } from "./test/open-app.ts";

const request = openApp();

test("allows search engines only the first page", async () => {
  const response = await request("/robots.txt");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(await response.text()).toBe("User-agent: *\nAllow: /$\nDisallow: /\n");
});

test.each(appBrands.brands.map(({ id }) => id))("publishes the security contact of %s", async (id) => {
  const brand = appBrands.byId(id) as Brand;
  const response = await request("/.well-known/security.txt", { host: `${id}.localhost:3000` });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  const lines = (await response.text()).split("\n");
  const value = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  expect(value("Contact")).toBe(`mailto:security@${id}.example`);
  expect(value("Canonical")).toBe(`${brand.origin}/.well-known/security.txt`);
  expect(value("Preferred-Languages")?.split(", ")[0]).toBe(brand.defaults.language);
  const days = (Date.parse(value("Expires") ?? "") - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("returns 404 for security.txt under a brand without a contact", async () => {
  const silent: Brand = { ...appBrands.defaultBrand, securityContacts: [] };
  const response = await openApp({ brands: { ...appBrands, byHost: () => silent } })("/.well-known/security.txt");
  expect([response.status, await response.text()]).toEqual([404, ""]);
});

test("redirects a password manager to the page for a new password", async () => {
  const response = await request("/.well-known/change-password");
  expect([response.status, response.headers.get("location")]).toEqual([302, "/forgot"]);
});
