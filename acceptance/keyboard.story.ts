import type { Locator } from "@playwright/test";
import { expect, type Portal, story } from "./portal.ts";
import { newPassword, paths, personFor } from "./registering.ts";

/** Maximum number of tab stops before the main content. */
const mostStops = 40;

/** Presses Tab until `target` has the focus, and checks that each focused element is visible. */
async function tabTo(portal: Portal, target: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop++) {
    await portal.page.keyboard.press("Tab");
    expect(await focusIsSeen(portal), await focusedWords(portal)).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} cannot be reached by the Tab key`);
}

/** Checks for a focus ring on the element or on what represents it, such as a card or the boxes of a code. */
function focusIsSeen({ page }: Portal): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return true;
    const locale = focused.closest("label, .code") ?? focused;
    return [locale, ...locale.querySelectorAll("*")].some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    });
  });
}

function focusedWords({ page }: Portal): Promise<string> {
  return page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? "nothing");
}

async function bringsToTitle(portal: Portal, path: string): Promise<void> {
  await portal.isAt(path);
  await expect(portal.main.getByRole("heading", { level: 1 })).toBeFocused();
}

const button = (portal: Portal, words: string) => portal.main.getByRole("button", { name: words, exact: true });

story("a whole registration works without a mouse", { tag: "@script" }, async ({ portal }) => {
  const { keyboard } = portal.page;
  const person = personFor(portal, "keyboard");
  await portal.open("/");
  await tabTo(portal, button(portal, portal.words("login:signUp")));
  await keyboard.press("Enter");

  await bringsToTitle(portal, paths.accountType);
  await tabTo(portal, portal.main.locator("[name=accountType]").first());
  await keyboard.press("Space");
  await keyboard.press("Enter");

  await bringsToTitle(portal, paths.identification);
  await tabTo(portal, portal.field("email"));
  await keyboard.type(person.email);
  await keyboard.press("Enter");

  await bringsToTitle(portal, paths.code);
  const code = await portal.codeFor(person.email);
  await tabTo(portal, portal.field("securityCode"));
  await keyboard.type(code === "000000" ? "000001" : "000000");
  await expect(portal.main.locator(".error-summary")).toBeFocused();
  await expect(portal.field("securityCode")).toHaveAttribute("aria-invalid", "true");
  await tabTo(portal, portal.field("securityCode"));
  await keyboard.type(code);

  await bringsToTitle(portal, paths.create);
  await tabTo(portal, portal.field("password"));
  await keyboard.type(newPassword);
  await tabTo(portal, portal.field("passwordConfirmation"));
  await keyboard.type(newPassword);
  await tabTo(portal, portal.field("terms"));
  await keyboard.press("Space");
  await keyboard.press("Enter");

  await bringsToTitle(portal, paths.confirmation);
  await tabTo(portal, button(portal, portal.words("registration:confirmation.enter")));
  await keyboard.press("Space");
  await portal.isAt("/account");
});

story("missing values are listed in a summary that links to the fields", { tag: "@script" }, async ({ portal }) => {
  const { keyboard } = portal.page;
  await portal.open("/");
  await tabTo(portal, portal.field("loginPassword"));
  await keyboard.press("Enter");

  const summary = portal.main.getByRole("alert").filter({ hasText: portal.words("forms:summary.title", { count: 2 }) });
  await expect(portal.main.locator(".error-summary")).toBeFocused();
  const refusedTitle = portal.words("common:pageTitle.refused", { title: portal.words("login:title") });
  await expect(portal.page).toHaveTitle(new RegExp(`^${refusedTitle}`));

  const links = summary.getByRole("link");
  await expect(links).toHaveCount(2);
  for (const [index, name] of ["email", "loginPassword"].entries()) {
    await links.nth(index).focus();
    await keyboard.press("Enter");
    await expect(portal.field(name)).toBeFocused();
    await expect(portal.field(name)).toHaveAttribute("aria-invalid", "true");
  }
});
