import type { Browser } from "@playwright/test";
import { openAgentPage, signInToTeam } from "./agents-desk.ts";
import { optionsOf, ownServerProfiles } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { studioPort } from "./ports.ts";
import { openServerPair, type ServerPair } from "./servers.ts";

/** What is published is seen by everyone, so each profile has separate servers. */
story.describe.configure({ mode: "serial" });

const studio = "/team/brands/intact";
const number = { typed: "1-833-555-0177", link: "tel:+18335550177" };
const title = { en: "Welcome back to your insurance", fr: "Heureux de vous revoir" };

/** The picture of the first screen on a phone. */
const onThePhone = (desk: Portal) => desk.main.frameLocator('.brand-picture[data-width="phone"] >> nth=0 >> iframe');

async function approve(desk: Portal, version: number): Promise<void> {
  const path = `${studio}/version?number=${version}`;
  await desk.goTo(path);
  await desk.hasNoBarrier();
  await desk.press("team:act.approve");
  await desk.says(desk.words("team:refused.screens"));
  const screens = await desk.main.locator('a[href*="/screen?"]').all();
  const urls = await Promise.all(screens.map((screen) => screen.getAttribute("href")));
  expect(urls.length).toBeGreaterThan(0);
  for (const url of urls) await desk.goTo(url ?? "");
  await desk.hasNoBarrier();
  await desk.goTo(path);
  await desk.press("team:act.approve");
  await desk.says(desk.words("team:state.approved"));
  // The button is gone, and the keyboard goes on from the title.
  if (!desk.isPlain) await expect(desk.main.locator("h1")).toBeFocused();
}

async function changeAndPublish(editor: Portal, browser: Browser): Promise<void> {
  story.setTimeout(600_000);
  const brandUrl = `http://intact.localhost:${studioPort}`;
  await signInToTeam(editor, "team-edit");
  for (const path of ["/team/brands", studio, `${studio}/files`, `${studio}/look`, `${studio}/drawings`]) {
    await editor.goTo(path);
    await editor.hasNoBarrier();
  }
  for (const group of ["password", "provinces"]) {
    await editor.goTo(`${studio}/settings?group=${group}`);
    await editor.hasNoBarrier();
  }

  const person = await openAgentPage(browser, editor);
  await person.open(`${brandUrl}/create-an-account/identification/account-type`);
  await person.choose("accountType", "policyHolder");
  await person.send("accountType");

  await editor.goTo(`${studio}/telephone`);
  await editor.fill({ "number-qc": number.typed, reason: "The line moves on Friday" });
  await editor.press("team:draft.look");
  await editor.says(editor.words("team:pictures.notSaved"));
  await expect(onThePhone(editor).locator(`a[href="${number.link}"]`).first()).toBeAttached();
  for (const scheme of ["light", "dark"])
    await expect(editor.main.locator(`[data-scheme="${scheme}"] iframe`).first()).toHaveCSS("color-scheme", scheme);
  await editor.hasNoBarrier();
  await editor.press("team:draft.save");
  await editor.says(editor.words("team:version.own"));

  await editor.goTo(studio);
  await editor.fill({ screen: editor.language === "en" ? "Login" : "Ouverture de session" });
  await editor.send("screen");
  await editor.hasNoBarrier();
  await editor.main.locator('a[href$="login%3Atitle"]').click();
  const first = editor.language === "en" ? "english" : "french";
  await expect(editor.main.locator("textarea").first()).toHaveAttribute("name", first);
  await editor.fill({ english: title.en, french: title.fr, reason: "Kinder" });
  await editor.press("team:draft.look");
  await expect(onThePhone(editor).getByRole("heading", { name: title[editor.language] })).toBeAttached();
  await editor.press("team:draft.save");
  await editor.says(editor.words("team:version.own"));

  const publisher = await openAgentPage(browser, editor);
  await signInToTeam(publisher, "team-publish");
  await approve(publisher, 1);
  await approve(publisher, 2);
  await publisher.follow("team:experiment.tryThis");
  await publisher.says(publisher.words("team:experiment.shown"));
  await publisher.hasNoBarrier();
  await publisher.goTo(`${studio}/version?number=2`);
  await publisher.press("team:act.publish");
  await publisher.says(publisher.words("team:brand.published", { number: 2 }));

  const visitor = await openAgentPage(browser, editor);
  const heading = (one: Portal) => one.page.getByRole("heading", { level: 1 });
  const shows = (text: string) =>
    expect(async () => {
      await visitor.open(`${brandUrl}/`);
      await expect(heading(visitor)).toHaveText(text, { timeout: 1000 });
    }).toPass({ timeout: 60_000 });
  await shows(title[editor.language]);
  await person.goTo(`${brandUrl}/`);
  await expect(heading(person)).toHaveText(person.words("login:title"));

  await publisher.press("team:act.folder");
  await publisher.says(publisher.words("team:brand.folder"));
  await shows(visitor.words("login:title"));
}

for (const browserProfile of ownServerProfiles("fr", "en-plain"))
  story.describe(browserProfile, () => {
    story.use(optionsOf(browserProfile, studioPort));
    let servers: ServerPair | undefined;
    story.beforeAll(async () => {
      servers = await openServerPair({ port: studioPort });
    });
    story.afterAll(() => servers?.end());

    story(
      "on a Friday afternoon a number and a sentence are changed, seen, approved, published and rolled back",
      ({ portal, browser }) => changeAndPublish(portal, browser),
    );
  });
