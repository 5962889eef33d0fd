import { signIn, signInToTeam } from "./agents-desk.ts";
import { expect, story } from "./portal.ts";

story(
  "a member of the digital team logs in, sees what the account allows, and logs out",
  { tag: "@both" },
  async ({ portal: desk }) => {
    await desk.open("/team");
    await desk.hasNoBarrier();
    await signInToTeam(desk, "team-operate");
    await desk.says(desk.words("team:role.operate.title"));
    await desk.says(desk.words("team:role.look.title"));
    await expect(desk.main).not.toContainText(desk.words("team:role.publish.title"));
    await desk.hasNoBarrier();
    await desk.follow("team:numbers.open");
    await desk.asks("team:numbers.title");
    await desk.says(desk.words("team:numbers.everyBrand"));
    await desk.hasNoBarrier();
    for (const words of [desk.words("team:numbers.days", { count: 1 }), desk.words("team:before.with", { count: 1 })]) {
      await desk.main.getByRole("link", { name: words, exact: true }).click();
      await expect(desk.main.locator("[aria-current]", { hasText: words })).toBeVisible();
      await desk.hasNoBarrier();
    }
    await desk.follow("team:home.open");
    await desk.follow("team:maintenance.open");
    await desk.asks("team:maintenance.title");
    await desk.main.getByRole("checkbox").first().check();
    await desk.send("until");
    await desk.says(desk.words("team:maintenance.preview.lead"));
    await desk.says(desk.words("roadblock:maintenance.title"));
    await desk.hasNoBarrier();
    await desk.follow("team:maintenance.cancel");
    await desk.says(desk.words("team:maintenance.isOpen"));
    await desk.hasNoBarrier();
    await desk.goTo("/agent");
    await desk.asks("agent:signIn.noRole.title");
    await desk.hasNoBarrier();
    await desk.follow("agent:otherPage.team");
    await desk.asks("team:home.title");
    await desk.main.getByRole("button", { name: desk.words("agent:signOut", { agent: "team-operate" }) }).click();
    await desk.asks("team:signIn.title");
  },
);

story("an agent is told that the account has no access to the digital team's page", async ({ portal: desk }) => {
  await signIn(desk, "amelie");
  await desk.goTo("/team");
  await desk.asks("agent:signIn.noRole.title");
  await desk.follow("agent:otherPage.agent");
  await desk.asks("agent:find.title");
});
