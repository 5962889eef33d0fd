import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";
import { accountEmailOf, oldPassword, type Story } from "./people.ts";
import { expect, Portal, story } from "./portal.ts";
import { isBehindNginx, portalPort } from "./ports.ts";
import { signIn } from "./registering.ts";

/** Two hosts below one domain: Chromium sends both to this machine, and each may set cookies for the domain. */
const domain = "portal.localhost";
const loginOrigin = `${isBehindNginx ? "https" : "http"}://login.${domain}:${portalPort}`;
const isSession = ({ name }: { name: string }) => name.endsWith("-SESSION-ID") && name.startsWith("PD-");

/** A site of a thief on the sibling host, which plants a cookie for the domain in each browser that opens it. */
async function openSibling(cookie: string) {
  const server = createServer((_request, response) =>
    response
      .setHeader("set-cookie", `${cookie}; Domain=${domain}; Path=/`)
      .setHeader("content-type", "text/html")
      .end("<h1>A recipe</h1>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://sibling.${domain}:${port}/`, end: () => new Promise((resolve) => server.close(resolve)) };
}

async function logIn(portal: Portal, name: Story, leadsTo = "/account"): Promise<void> {
  await portal.open(`${loginOrigin}/`);
  await signIn(portal, { email: accountEmailOf(name, portal.browserProfile), password: oldPassword });
  await portal.isAt(leadsTo);
}

const sessionsOf = async (context: BrowserContext) => (await context.cookies(loginOrigin)).filter(isSession);

story(
  "A-279 a session that a sibling host plants opens no page of the thief's account, and a login deletes it",
  { tag: "@both" },
  async ({ portal, browser, browserProfile, contextOptions }) => {
    const theirs = await browser.newContext(contextOptions);
    const thief = new Portal(await theirs.newPage(), browserProfile);
    await logIn(thief, "plantedThief");
    const [session] = await sessionsOf(theirs);
    const sibling = await openSibling(`${session?.name}=${session?.value}`);
    try {
      await logIn(portal, "plantedOwner");
      const context = portal.page.context();
      await portal.page.goto(sibling.url);
      expect((await sessionsOf(context)).map((cookie) => cookie.domain).toSorted()).toEqual([
        `.${domain}`,
        `login.${domain}`,
      ]);
      for (const path of ["/account", "/account/sign-in"]) {
        await portal.page.goto(`${loginOrigin}${path}`);
        await portal.isAt("/");
      }
      await logIn(portal, "plantedOwner", "/account/sign-in");
      expect((await sessionsOf(context)).map((cookie) => cookie.domain)).toEqual([`login.${domain}`]);
      await expect(portal.main).toContainText(accountEmailOf("plantedOwner", browserProfile));
      await expect(portal.main).not.toContainText(accountEmailOf("plantedThief", browserProfile));
    } finally {
      await sibling.end();
      await theirs.close();
    }
  },
);
