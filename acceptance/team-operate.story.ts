import type { Browser } from "@playwright/test";
import type { TextKey } from "@vestibule/wording/tables.ts";
import { openAgentPage, signInToTeam } from "./agents-desk.ts";
import { optionsOf, ownServerProfiles, personOf } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { operatePort } from "./ports.ts";
import { openServerPair, type ServerPair } from "./servers.ts";

/** A person is erased, so each profile has separate servers. */
story.describe.configure({ mode: "serial" });

const pressFor = (desk: Portal, key: TextKey) =>
  desk.main.getByRole("button", { name: new RegExp(`^${desk.words(key)}, Zoé-`) }).click();

async function operate(desk: Portal, browser: Browser): Promise<void> {
  story.setTimeout(300_000);
  const { company: brand, policyNumber } = personOf("erased", desk.browserProfile);
  await signInToTeam(desk, "team-operate");
  for (const page of ["letters", "link-requests"]) {
    await desk.goTo(`/team/${page}`);
    await desk.hasNoBarrier();
  }

  await desk.goTo("/team/state");
  await desk.press("teamDesk:state.check");
  await desk.says(desk.words("teamDesk:state.checkAgain"));
  await desk.hasNoBarrier();

  await desk.goTo("/team/explain");
  await desk.hasNoBarrier();
  await desk.fill({ brand, row: policyNumber });
  await desk.send("row");
  await expect(desk.main.locator("#case-0")).toBeVisible();
  await desk.hasNoBarrier();
  await desk.main.locator(".team-row a").first().click();
  await expect(desk.main.locator("iframe").first()).toBeVisible();
  await desk.goTo("/team/explain");
  await desk.press("teamDesk:explain.countBook");
  await desk.hasNoBarrier();

  await desk.goTo("/team/people");
  await desk.fill({ brand, policyNumber });
  await desk.send("policyNumber");
  await desk.hasNoBarrier();
  await pressFor(desk, "teamDesk:people.ask.erase");
  await desk.says(desk.words("teamDesk:people.own"));
  await desk.hasNoBarrier();

  const second = await openAgentPage(browser, desk);
  await signInToTeam(second, "team-operate-2");
  await second.goTo("/team/people");
  await second.hasNoBarrier();
  await pressFor(second, "teamDesk:people.approve.erase");
  await second.says(second.words("teamDesk:people.noRequests"));
  await second.hasNoBarrier();

  await desk.goTo("/team/audit?by=agent&value=team-operate-2&days=1");
  await expect(desk.main.locator(".team-event").first()).toBeVisible();
  await desk.hasNoBarrier();

  const publisher = await openAgentPage(browser, desk);
  await signInToTeam(publisher, "team-publish");
  await publisher.goTo("/team/brands/belair/experiment");
  await publisher.says(publisher.words("team:experiment.none"));
  await publisher.says(publisher.words("team:experiment.limits.before"));
  await publisher.hasNoBarrier();
}

for (const browserProfile of ownServerProfiles("fr", "en-plain"))
  story.describe(browserProfile, () => {
    story.use(optionsOf(browserProfile, operatePort));
    let servers: ServerPair | undefined;
    story.beforeAll(async () => {
      servers = await openServerPair({ port: operatePort });
    });
    story.afterAll(() => servers?.end());

    story(
      "the team checks the portal, explains a row, and two members erase a person, who is found in the audit trail",
      ({ portal, browser }) => operate(portal, browser),
    );
  });
