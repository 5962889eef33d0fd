import { expect, test } from "vitest";
import { openPortal, PortalBrowser } from "../../test/portal-browser.ts";

const { portal } = await openPortal();

/** Selects the provinces in turn and returns the language of the page after each. */
async function languagesOf(provinces: readonly string[], cookies: Record<string, string>): Promise<string[]> {
  const browser = new PortalBrowser(portal);
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value);
  const languages: string[] = [];
  for (const province of provinces) {
    await browser.post("/preferences", { province, returnTo: "/" });
    languages.push(/<html lang="(\w+)-CA"/.exec((await browser.open("/")).html)?.[1] ?? "");
  }
  return languages;
}

test("restores French after a province that does not offer it", async () => {
  expect(await languagesOf(["ab", "qc"], { province: "qc", language: "fr" })).toEqual(["en", "fr"]);
});

test("keeps a language that was never chosen across changes of province", async () => {
  expect(await languagesOf(["on", "ab", "qc"], { province: "qc" })).toEqual(["fr", "en", "fr"]);
});

test("replaces English that a province imposed with the default language of the next province", async () => {
  expect(await languagesOf(["qc"], { province: "ab" })).toEqual(["fr"]);
});
