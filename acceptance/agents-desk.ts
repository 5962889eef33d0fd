import type { Browser } from "@playwright/test";
import { demoStaff } from "@vestibule/vestibule/serve/agent-secrets.rule.ts";
import { Portal, story } from "./portal.ts";
import { startRegistration, submitEmail } from "./registering.ts";
import { agents, serviceCredential } from "./servers.ts";

const team = demoStaff({
  mode: "demo",
  agents,
  agentOpenId: undefined,
  serviceCredentials: [serviceCredential],
});

/** Opens a separate browser for an agent, with the profile of the story. */
export async function openAgentPage(browser: Browser, portal: Portal): Promise<Portal> {
  const { viewport } = story.info().project.use;
  const context = await browser.newContext({
    baseURL: new URL(portal.page.url()).origin,
    locale: `${portal.language}-CA`,
    javaScriptEnabled: !portal.isPlain,
    ...(viewport && { viewport }),
  });
  return new Portal(await context.newPage(), portal.browserProfile);
}

export async function signIn(desk: Portal, agent: keyof typeof agents): Promise<void> {
  await desk.open("/agent");
  await desk.asks("agent:signIn.title");
  await desk.fill({ agentId: agent, loginPassword: agents[agent] });
  await desk.send("loginPassword");
  await desk.asks("agent:find.title");
}

export async function signInToTeam(desk: Portal, id: string): Promise<void> {
  await desk.open("/team");
  await desk.asks("team:signIn.title");
  await desk.fill({ agentId: id, loginPassword: team[id]?.secret ?? "" });
  await desk.send("loginPassword");
  await desk.asks("team:home.title");
}

export async function findCase(desk: Portal, reference: string): Promise<void> {
  await desk.fill({ reference });
  await desk.send("reference");
  await desk.says(desk.words("agent:case.account"));
}

/** Begins a registration by e-mail and requests a reference on the help page. */
export async function makeReference(portal: Portal, email: string): Promise<string> {
  await startRegistration(portal);
  await submitEmail(portal, email);
  await portal.asks("registration:options.title");
  await portal.open("/help");
  await portal.press("frame:help.reference");
  return portal.main.locator(".reference").first().innerText();
}

/** Orders a link to an e-mail that is not on file, from the open case. */
export async function orderLink(desk: Portal, email: string): Promise<void> {
  await desk.main
    .locator("details", { hasText: desk.words("agent:act.link.DEFPWD_REGISTER") })
    .locator("summary")
    .click();
  await desk.fill({ email });
  await desk.send("email");
}
