import { expect, test } from "vitest";
import { signedInPerson } from "../../../../test/signed-in.ts";
import { openPortal, type Page, PortalBrowser } from "../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();
const languageOf = ({ html }: Page) => /<html lang="(\w+)-CA"/.exec(html)?.[1] ?? "";

/** Selects the provinces in turn and returns the language of the page after each. */
async function languagesOf(provinces: readonly string[], cookies: Record<string, string>): Promise<string[]> {
  const browser = new PortalBrowser(portal);
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value);
  const languages: string[] = [];
  for (const province of provinces) {
    await browser.post("/preferences", { province, returnTo: "/" });
    languages.push(languageOf(await browser.open("/")));
  }
  return languages;
}

test("keeps the language in each province that offers it, and else takes its first one", async () => {
  expect(await languagesOf(["ab", "nb", "qc"], { province: "qc", language: "fr" })).toEqual(["en", "en", "en"]);
  expect(await languagesOf(["on", "nb"], { province: "qc" })).toEqual(["fr", "fr"]);
  expect(await languagesOf(["qc"], { province: "ab" })).toEqual(["en"]);
});

test("keeps the language that a link's province imposed in the next province", async () => {
  const browser = new PortalBrowser(portal);
  browser.cookies.set("province", "qc").set("language", "fr");
  expect(languageOf(await browser.open("/help?province=ab"))).toBe("en");
  expect(languageOf(await browser.open("/help?province=nb"))).toBe("en");
  expect(languageOf(await browser.open("/help?province=nb&language=fr"))).toBe("fr");
});

test("keeps a chosen language when browser Back leads to a URL that names another", async () => {
  const browser = new PortalBrowser(portal);
  const named = "province=qc&language=fr";
  expect(languageOf(await browser.open(`/help?${named}`))).toBe("fr");
  await browser.post("/preferences", { language: "en", returnTo: "/" });
  expect((await browser.open(`/help.data?${named}`)).status).toBe(200);
  expect(languageOf(await browser.open("/"))).toBe("en");
});

test("keeps what a signed-in person chooses with the account, without the language that a province imposes", async () => {
  const { accountId, caller } = await signedInPerson(testApi);
  const browser = new PortalBrowser(portal);
  browser.cookies.set("PD-H-SESSION-ID", caller.gatewaySession);
  const accountAfter = async (choice: Record<string, string>) => {
    await browser.post("/preferences", { ...choice, returnTo: "/" });
    const { rows } = await testApi.pool.query("select language, province from account where id = $1", [accountId]);
    return rows[0];
  };
  expect(await accountAfter({ province: "ab" })).toEqual({ language: "fr", province: "ab" });
  expect(await accountAfter({ province: "on" })).toEqual({ language: "fr", province: "on" });
  expect(await accountAfter({ language: "en" })).toEqual({ language: "en", province: "on" });
  browser.cookies.set("PD-H-SESSION-ID", "ended");
  expect(await accountAfter({ language: "fr" })).toEqual({ language: "en", province: "on" });
  expect(languageOf(await browser.open("/"))).toBe("fr");
});

test("shows the account's language where the device has none, also on pages that the gateway does not guard", async () => {
  const ofAccount = { "x-account-language": "fr", "x-account-province": "qc" };
  const browser = new PortalBrowser(portal);
  expect(languageOf(await browser.open("/help"))).toBe("en");
  expect(languageOf(await browser.open("/help", ofAccount))).toBe("fr");
  expect(languageOf(await browser.open("/help"))).toBe("fr");
  await browser.post("/preferences", { language: "en", returnTo: "/" });
  expect(languageOf(await browser.open("/help", ofAccount))).toBe("en");
});

test.each([
  ["en", ["ab", "bc", "nb", "nl", "ns", "on", "pe", "qc"]],
  ["fr", ["ab", "bc", "pe", "nb", "ns", "on", "qc", "nl"]],
] as const)("lists the provinces of the menu by their names in %s", async (language, provinces) => {
  const { html } = await new PortalBrowser(portal).open(`/help?province=qc&language=${language}`);
  const list = /<select[^>]*id="header-province"[\s\S]*?<\/select>/.exec(html)?.[0] ?? "";
  expect([...list.matchAll(/<option[^>]*value="(\w+)"/g)].map(([, id]) => id)).toEqual(provinces);
});
