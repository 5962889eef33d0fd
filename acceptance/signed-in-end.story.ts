import { expect, story } from "./portal.ts";
import { openAccount } from "./registering.ts";

story("a signed-in person is warned before the session ends, and extends it by one button", async ({ portal }) => {
  const { page } = portal;
  if (!portal.isPlain) await page.clock.install();
  await openAccount(portal, "staying");
  if (portal.isPlain) {
    const [before = ""] = portal.words("account:endsAt", { time: "|" }).split("|");
    await expect(portal.main.locator("noscript p")).toContainText(before);
    await portal.press("account:stay");
    await portal.isAt("/account");
    return;
  }
  const warning = portal.main.getByRole("status").filter({ hasText: portal.words("account:ending") });
  await page.clock.fastForward("07:30");
  await expect(warning).toHaveCount(0);
  await page.clock.fastForward("00:35");
  await expect(warning).toBeVisible();
  await portal.hasNoBarrier();
  await portal.press("account:stay");
  await expect(warning).toHaveCount(0);
  await page.clock.fastForward("08:05");
  await expect(warning).toBeVisible();
  await page.context().clearCookies({ name: /^PD-[HS]-SESSION-ID$/ });
  await portal.press("account:stay");
  await portal.isAt("/");
});
