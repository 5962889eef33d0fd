import { findAccountById } from "@vestibule/api/accounts/account.store.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { expect, test } from "vitest";
import { passphrasePolicy } from "../../../../../../test/password-policy.ts";
import { newestReset, newHolder } from "../../../../../../test/recovery.ts";
import { openPortal, PortalBrowser, portalOfBrand, visibleText, words } from "../../../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();

const passphrase = (brand: Brand): Brand => ({ ...brand, passwordPolicy: passphrasePolicy });

/** The page of a new password, a function that submits one, and one that verifies the saved one. */
async function atReset(at = portal) {
  const { accountId, accountEmail: email } = await newHolder(testApi);
  const browser = new PortalBrowser(at);
  await browser.post("/forgot", { email });
  await browser.post("/verify", { securityCode: (await newestReset(testApi, email)).code });
  return {
    page: await browser.open("/reset"),
    choose: (password: string, passwordConfirmation = password) =>
      browser.post("/reset", { postalCode: "H2X 1Y4", password, passwordConfirmation }),
    opens: async (password: string) => {
      const account = await findAccountById(testApi.database, accountId);
      return testApi.deps.hashing.verify(password, account?.passwordHash ?? "");
    },
  };
}

test("applies a brand's passphrase rule on the page, in its form and in the API", async () => {
  const { page, choose, opens } = await atReset(await portalOfBrand(testApi, passphrase));
  expect(visibleText(page)).toContain(words("forms:password.rules.passphrase"));
  expect(page.main.match(/<li data-met/g)).toHaveLength(2);
  expect(page.main).toContain('passwordrules="minlength: 15; maxlength: 64;"');
  expect(visibleText(await choose("Ruisseau-88-b!"))).toContain("Use 15 characters or more");
  expect(visibleText(await choose("motdepasse motdepasse"))).toContain(words("fields:password.common"));
  expect((await choose("où dorment les hérons")).location).toBe("/reset");
  expect(await opens("où dorment les hérons")).toBe("correct");
});

test("accepts a passphrase with accents in any Unicode normalization form", async () => {
  const { choose, opens } = await atReset(await portalOfBrand(testApi, passphrase));
  const password = "forêt d'été où dorment les hérons";
  expect((await choose(password.normalize("NFD"), password)).location).toBe("/reset");
  for (const form of ["NFC", "NFD"]) expect(await opens(password.normalize(form))).toBe("correct");
});

test("rejects a letter with an accent by name under the default rule", async () => {
  const { page, choose } = await atReset();
  expect(page.main.match(/<li data-met/g)).toHaveLength(6);
  expect(visibleText(await choose("Forêt-1234-vert"))).toContain(
    words("fields:password.invalidCharacter").replace("{character}", "ê"),
  );
});

test("does not limit the length of the login field", async () => {
  const { main } = await new PortalBrowser(portal).open("/");
  expect(/<input[^>]*name="loginPassword"[^>]*>/.exec(main)?.[0]).not.toMatch(/maxlength/i);
});
