import { expect, story } from "./portal.ts";
import { requestReset } from "./registering.ts";

const once = { tag: ["@script", "@branch"] };

story("a waiting button shows until when, and repeats it when pressed", once, async ({ portal }) => {
  const { page } = portal;
  await page.clock.install();
  await requestReset(portal, "maelle@courrier.example");
  const again = portal.main.getByRole("button", { name: portal.words("recovery:verify.resend"), exact: true });
  const [before = ""] = portal.words("recovery:verify.resend.wait", { time: "|" }).split("|");
  const wait = portal.main.getByRole("status").filter({ hasText: before });
  await expect(again).toBeDisabled();
  const shown = await wait.locator("p").elementHandle();
  await again.focus();
  await page.keyboard.press("Enter");
  // Screen readers read only replaced nodes of a status.
  await expect.poll(() => shown?.evaluate((words) => words.isConnected)).toBe(false);
  await expect(wait).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(again).toBeEnabled();
  await expect(wait).toHaveCount(0);
  await portal.isAt("/verify");
});

story(
  "a button that sends again says so for a second at least, also if the answer is there",
  once,
  async ({ portal }) => {
    const { page } = portal;
    await page.clock.install();
    await requestReset(portal, "maelle@courrier.example");
    await page.clock.fastForward(31_000);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await portal.press("recovery:verify.resend");
    // The server's clock has not moved, so it sends nothing.
    await portal.says(portal.words("recovery:verify.tooSoon"));
    const sending = portal.main.getByRole("button", { name: portal.words("common:sending") });
    await page.clock.runFor(900);
    await expect(sending).toBeVisible();
    await page.clock.runFor(100);
    await expect(sending).toHaveCount(0);
  },
);
