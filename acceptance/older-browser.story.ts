import { expect, story } from "./portal.ts";
import {
  createAccount,
  enterCode,
  paths,
  personFor,
  signInFromConfirmation,
  startRegistration,
  submitEmail,
} from "./registering.ts";

const once = { tag: ["@script", "@branch"] };

story("a person registers in Safari 16 and Firefox 115, whose functions are fewer", once, async ({ portal }) => {
  await portal.page.addInitScript(() => {
    for (const name of ["canParse", "parse"]) Reflect.deleteProperty(URL, name);
    for (const owner of [Object, Map]) Reflect.deleteProperty(owner, "groupBy");
    Reflect.deleteProperty(Intl, "Segmenter");
    Reflect.deleteProperty(Promise, "withResolvers");
  });
  const person = personFor(portal, "olderBrowser");
  await startRegistration(portal);
  await submitEmail(portal, person.email);
  await enterCode(portal, await portal.codeFor(person.email));
  await createAccount(portal);
  await portal.isAt(paths.confirmation);
  await signInFromConfirmation(portal, person);
});

story("an older browser keeps the pages without JavaScript", once, async ({ portal }) => {
  const { page } = portal;
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, "at");
  });
  await page.goto("/forgot");
  await page.waitForLoadState("networkidle");
  await page.locator("main input[type=email]").fill("maelle@courrier.example");
  await page.locator("main form button[type=submit]").first().click();
  await page.waitForURL("**/verify");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
