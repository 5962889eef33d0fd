import { expect, story } from "./portal.ts";

/** With JavaScript, in French, at a phone's width. */
const once = { tag: ["@script", "@branch"] };

story(
  "the keys move through provinces without choosing; Enter chooses one, and a language that is served stays",
  once,
  async ({ portal }) => {
    const { keyboard } = portal.page;
    await portal.open("/");
    const list = portal.page.locator("#header-province");
    await list.focus();
    await keyboard.press("ArrowDown");
    await keyboard.press("Home");
    await expect(list).toHaveValue("ab");
    await portal.listens();
    await keyboard.press("Enter");
    portal.language = "en";
    await portal.listens();
    await expect(list).toBeFocused();
    await expect(list).toHaveValue("ab");
    await keyboard.press("q");
    await keyboard.press("Tab");
    await expect(list).toHaveValue("qc");
    await portal.listens();
  },
);

story("a province chosen before the scripts have loaded applies once they have", once, async ({ portal }) => {
  const { page } = portal;
  const list = page.locator("#header-province");
  let load = (): void => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto("/help?province=qc&language=fr", { waitUntil: "commit" });
  await list.selectOption("ab");
  load();
  portal.language = "en";
  await portal.listens();
  await expect(list).toHaveValue("ab");
});

story("in forced colours the list shows two letters, not a truncated name", once, async ({ portal }) => {
  await portal.page.emulateMedia({ forcedColors: "active" });
  await portal.open("/");
  await expect(portal.page.locator(".switch-short")).toBeVisible();
  await expect(portal.page.locator("#header-province")).toHaveCSS("color", "rgba(0, 0, 0, 0)");
});
