import type { TextKey } from "@vestibule/wording/tables.ts";
import { findCase, openAgentPage, signIn as signInAgent } from "./agents-desk.ts";
import { accountEmailOf, oldPassword, optionsOf, ownServerProfiles, personOf, withNewMobile } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { changedMobilePort } from "./ports.ts";
import { enterCode, signIn } from "./registering.ts";
import { openServerPair, type ServerPair } from "./servers.ts";

story.describe.configure({ mode: "serial" });

let servers: ServerPair | undefined;
story.beforeAll(async () => {
  servers = await openServerPair({ port: changedMobilePort, secondFactor: "newBrowser" });
});
story.afterAll(() => servers?.end());

/** Whether the page says a sentence, whatever its day, time and number are. */
async function says(portal: Portal, key: TextKey): Promise<void> {
  for (const piece of portal.words(key, { day: "|", time: "|", number: "|" }).split("|")) await portal.says(piece);
}

for (const browserProfile of ownServerProfiles("fr", "en-plain"))
  story.describe(browserProfile, () => {
    story.use(optionsOf(browserProfile, changedMobilePort));

    story(
      "a mobile number that the insurer changed gets no code, and each page says why",
      async ({ portal, browser }) => {
        const { cellPhone } = personOf("changedMobile", browserProfile);
        const changed = withNewMobile("changedMobile", browserProfile);
        const endingOf = (number: string) =>
          portal.words("account:second-factors.sent.text", { digits: number.slice(-2) });
        await servers?.importPeople([changed]);

        await portal.open("/");
        await signIn(portal, { email: accountEmailOf("changedMobile", browserProfile), password: oldPassword });
        await portal.isAt("/two-factor");
        await says(portal, "twoFactor:newMobile");
        await portal.hasNoBarrier();
        await enterCode(portal, await portal.codeFor(cellPhone), "/two-factor");
        await portal.isAt("/account");
        expect(await portal.lettersTo(changed.cellPhone)).toEqual([]);
        await says(portal, "account:settling");
        await portal.hasNoBarrier();

        await portal.open("/account/second-factors");
        await says(portal, "account:second-factors.newMobile");
        await portal.says(endingOf(cellPhone));
        await expect(portal.main).not.toContainText(endingOf(changed.cellPhone));
        await portal.hasNoBarrier();

        await portal.open("/help");
        await portal.press("frame:help.reference");
        const reference = await portal.main.locator(".reference").first().innerText();
        const desk = await openAgentPage(browser, portal);
        await signInAgent(desk, "amelie");
        await findCase(desk, reference);
        await says(desk, "agent:newMobile");
        await desk.hasNoBarrier();
        await desk.page.context().close();
      },
    );
  });
