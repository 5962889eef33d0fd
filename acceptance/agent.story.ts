import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { agentRow } from "@vestibule/wording/agent-guide.rule.ts";
import { findCase, makeReference, openAgentPage, orderLink, signIn as signInAgent } from "./agents-desk.ts";
import { accountEmailOf, newEmailOf, personOf } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { openAccount, signIn } from "./registering.ts";

/** Enters wrong passwords until the portal locks; returns the reference on the page. */
async function getStuck(portal: Portal, email: string): Promise<string> {
  await portal.open("/");
  const stuck = portal.main.locator(".reference");
  for (let attempt = 0; attempt < 7 && !(await stuck.isVisible()); attempt++) {
    // The gateway redirects the browser to the target page.
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
  await signInAgent(desk, "amelie");
  await desk.fill({ reference: "123 456 780" });
  await desk.send("reference");
  await desk.says(desk.words("agent:find.misread.title"));
  await desk.fill({ subject: "personne@courrier.example" });
  await desk.send("subject");
  await desk.says(desk.words("agent:search.none"));
  await expect(desk.main).not.toContainText(desk.words("agent:find.misread.title"));
  await desk.fill({ reference });
  await desk.send("reference");
  await desk.says(desk.words("agent:limit.signInPaused"));
}

story(
  "a locked-out user reads a reference to an agent, who resets the lockout",
  { tag: "@plain" },
  async ({ portal, browserProfile, browser }) => {
    const email = accountEmailOf("helped", browserProfile);
    const reference = await getStuck(portal, email);

    const desk = await openAgentPage(browser, portal);
    await find(desk, reference);
    await desk.says(desk.words("agent:event.sign-in.refused"));
    await desk.says(agentRow("forgot-password", desk.language).never);
    const person = personOf("helped", browserProfile);
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
    await desk.page.context().close();

    await openAccount(portal, "helped");
  },
);

story(
  "a link to a new e-mail waits for a second agent, and a contact on file stops it by one button",
  { tag: "@plain" },
  async ({ portal, browserProfile, browser }) => {
    const { email, cellPhone } = personOf("newEmailStopped", browserProfile);
    const reference = await makeReference(portal, email);
    const desk = await openAgentPage(browser, portal);
    await signInAgent(desk, "amelie");
    await findCase(desk, reference);
    const newEmail = newEmailOf("newEmailStopped", browserProfile);
    await orderLink(desk, newEmail);
    await desk.says(desk.words("agent:done.request"));
    await expect(desk.main).not.toContainText(newEmail);
    await expect(desk.main.getByRole("button", { name: desk.words("agent:act.approve") })).toHaveCount(0);
    await desk.hasNoBarrier();

    const second = await openAgentPage(browser, portal);
    await signInAgent(second, "bruno");
    await second.says(second.words("agent:requests.lead"));
    await findCase(second, reference);
    await second.says(second.words("agent:request.check.callBack"));
    await second.hasNoBarrier();
    await second.press("agent:act.approve");
    await second.says(second.words("agent:done.approve"));

    const letter = await portal.newestLetter(email);
    expect(letter.subject).toBe(portal.words("message:linkRequested.DEFPWD_REGISTER.subject"));
    const text = await portal.newestLetter(cellPhone);
    expect(text).toMatchObject({ channel: "SMS", link: letter.link });
    await portal.page.context().clearCookies();
    await portal.page.goto(letter.link ?? "");
    await portal.asks("stopRequest:open.title");
    expect(portal.page.url()).toMatch(/\/stop-request$/);
    await portal.hasNoBarrier();
    await second.page.reload();
    await second.waitUntilReady();
    await expect(second.main.getByRole("button", { name: second.words("agent:act.refuse") })).toBeVisible();
    await portal.press("stopRequest:open.submit");
    await portal.asks("stopRequest:stopped.title");
    await portal.hasNoBarrier();
    for (const one of [desk, second]) {
      await one.page.reload();
      await one.says(one.words("agent:request.state.stopped"));
      await one.page.context().close();
    }
  },
);
