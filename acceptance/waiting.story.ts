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
