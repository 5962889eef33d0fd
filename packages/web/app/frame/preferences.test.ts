import { expect, test } from "vitest";
import { openPortal, PortalBrowser } from "../../test/portal-browser.ts";

const { portal } = await openPortal();

/** Chooses provinces one after another, and reads the language of the page after each. */
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

test("French comes back after a province that does not speak it", async () => {
  expect(await languagesOf(["ab", "qc"], { province: "qc", language: "fr" })).toEqual(["en", "fr"]);
});

test("a language that was read without being asked for is kept over a change of province", async () => {
  expect(await languagesOf(["on", "ab", "qc"], { province: "qc" })).toEqual(["fr", "en", "fr"]);
});

test("English that a province left no choice of gives way to the next province's own", async () => {
  expect(await languagesOf(["qc"], { province: "ab" })).toEqual(["fr"]);
});
