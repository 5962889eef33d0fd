import type { Page } from "@playwright/test";
import { accountEmailOf, oldPassword } from "./people.ts";
import { expect, story } from "./portal.ts";
import {
  createAccount,
  enterCode,
  paths,
  personFor,
  signIn,
  signInFromConfirmation,
  startRegistration,
} from "./registering.ts";

/** Wraps every text of the page in an element, now and later, like a browser that translates it. */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const wrapTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        if (text.textContent?.trim() === "" || text.parentElement?.closest("font, script, style, noscript, option"))
          continue;
        const [outer, inner] = [document.createElement("font"), document.createElement("font")];
        inner.textContent = text.textContent;
        outer.append(inner);
        text.parentNode?.replaceChild(outer, text);
      }
    };
    wrapTexts();
    new MutationObserver(wrapTexts).observe(document.body, { childList: true, subtree: true });
  });

const once = { tag: ["@script", "@branch"] };

story(
  "a person registers on pages that the browser translates",
  { tag: ["@script", "@branch", "@nightly"] },
  async ({ portal }) => {
    const person = personFor(portal, "translated");
    await startRegistration(portal);
    await translate(portal.page);
    await portal.send("email");
    await expect(portal.main.locator(".error-summary")).toBeVisible();
    await portal.fill({ email: person.email });
    await portal.send("email");
    await portal.isAt(paths.code);
    const code = await portal.codeFor(person.email);
    await portal.fill({ securityCode: code === "123456" ? "123457" : "123456" });
    await expect(portal.main.locator(".error-summary")).toBeVisible();
    await enterCode(portal, code);
    await createAccount(portal);
    await signInFromConfirmation(portal, person);
  },
);

story("a person signs in on a page that the browser translates", once, async ({ portal, browserProfile }) => {
  await portal.open("/");
  await translate(portal.page);
  await signIn(portal, { email: accountEmailOf("remembered", browserProfile), password: oldPassword });
  await portal.isAt("/account");
});
