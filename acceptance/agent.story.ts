import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { agentRow } from "@vestibule/wording/agent-guide.rule.ts";
import { accountAddressOf, oldPassword, personOf } from "./people.ts";
import { expect, Portal, story } from "./portal.ts";
import { signIn } from "./registering.ts";
import { agents } from "./servers.ts";

const agent = { agentId: "amelie", loginPassword: agents.amelie };

/** Wrong passwords until the portal stops; the reference that stands ready to be read out. */
async function getStuck(portal: Portal, email: string): Promise<string> {
  await portal.open("/");
  const stuck = portal.main.locator(".reference");
  for (let attempt = 0; attempt < 7 && !(await stuck.isVisible()); attempt++) {
    // The gateway sends the browser on to where it lands.
    const landed = portal.page.waitForResponse(
      (response) => response.status() !== 302 && response.request().redirectedFrom() !== null,
    );
    await signIn(portal, { email, password: "not the password" });
    await (await landed).finished();
    await portal.page.waitForLoadState();
    await portal.listens();
  }
  await portal.isAt(roadblocks["forgot-password"].path);
  return stuck.innerText();
}

async function find(desk: Portal, reference: string): Promise<void> {
  await desk.open("/agent");
  await desk.asks("agent:signIn.title");
  await desk.fill(agent);
  await desk.send("loginPassword");
  await desk.asks("agent:find.title");
  await desk.fill({ reference: "123 456 780" });
  await desk.send("reference");
  await desk.says(desk.words("agent:find.misread.title"));
  await desk.fill({ reference });
  await desk.send("reference");
  await desk.says(desk.words("agent:limit.signInPaused"));
}

story(
  "P-22 somebody who is stuck reads a reference to an agent, who lifts the pause",
  async ({ portal, manner, browser }) => {
    const email = accountAddressOf("helped", manner);
    const reference = await getStuck(portal, email);

    const { baseURL, locale, viewport, javaScriptEnabled } = story.info().project.use;
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      ...(locale && { locale }),
      ...(viewport && { viewport }),
      ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
    });
    const desk = new Portal(await context.newPage(), manner);
    await find(desk, reference);
    await desk.says(desk.words("agent:event.sign-in.refused"));
    await desk.says(agentRow("forgot-password", desk.language).never);
    const person = personOf("helped", manner);
    for (const datum of [
      email,
      person.email,
      person.firstName,
      person.lastName,
      person.policyNumber,
      person.postalCode,
    ])
      await expect(desk.main).not.toContainText(datum);
    await desk.press("agent:act.unlock");
    await desk.says(desk.words("agent:done.unlock"));
    await desk.says(desk.words("agent:limits.none"));
    await desk.hasNoBarrier();
    await context.close();

    await portal.open("/");
    await signIn(portal, { email, password: oldPassword });
    await portal.isAt("/home");
  },
);
