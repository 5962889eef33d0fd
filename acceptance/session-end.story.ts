import { expect, story } from "./portal.ts";
import { paths, startRegistration } from "./registering.ts";

story(
  "two minutes before a session ends the page warns, and more time keeps what was typed",
  {
    tag: "@script",
  },
  async ({ portal }) => {
    const { page } = portal;
    await page.clock.install();
    await startRegistration(portal);
    await portal.fill({ email: "maelle@courrier.example" });
    const warning = portal.main
      .getByRole("status")
      .filter({ hasText: portal.words("registration:journey.endingSoon.idle") });
    await page.clock.fastForward("12:30");
    await expect(warning).toHaveCount(0);
    await page.clock.fastForward("00:35");
    await expect(warning).toBeVisible();
    await portal.hasNoBarrier();
    await portal.press("common:moreTime");
    await expect(warning).toHaveCount(0);
    await expect(portal.field("email")).toHaveValue("maelle@courrier.example");
    await page.clock.fastForward("13:05");
    await expect(warning).toBeVisible();
    await portal.isAt(paths.identification);
  },
);

story(
  "without JavaScript the page shows the end of the session from the start",
  { tag: "@plain" },
  async ({ portal }) => {
    await startRegistration(portal);
    const [before = ""] = portal.words("registration:journey.endsAt.idle", { time: "|" }).split("|");
    const line = portal.main.locator("noscript p");
    if (portal.isPlain) await expect(line).toContainText(before);
    else await expect(line).toHaveCount(0);
  },
);
