import { createServer, request as forward } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";
import { issueCertificate } from "../test/issue-certificate.ts";
import { accountEmailOf, oldPassword, type Story } from "./people.ts";
import { expect, Portal, story } from "./portal.ts";
import { isBehindNginx, portalPort } from "./ports.ts";
import { signIn } from "./registering.ts";

/** Two hosts below one domain: Chromium sends both to this machine, and each may set cookies for the domain. */
const domain = "portal.localhost";
const loginOrigin = `${isBehindNginx ? "https" : "http"}://login.${domain}:${portalPort}`;
const isSession = ({ name }: { name: string }) => name.endsWith("-SESSION-ID") && name.startsWith("PD-");

/** A site of a thief on the sibling host, which plants cookies for the domain in each browser that opens it. */
async function openSibling(...cookies: string[]) {
  const server = createServer((_request, response) =>
    response
      .setHeader(
        "set-cookie",
        cookies.map((cookie) => `${cookie}; Domain=${domain}; Path=/`),
      )
      .setHeader("content-type", "text/html")
      .end("<h1>A recipe</h1>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://sibling.${domain}:${port}/`, end: () => new Promise((resolve) => server.close(resolve)) };
}

/** The portal by https, in front of the servers that the other stories use. */
async function openTlsProxy() {
  const { certificate: cert, key } = await issueCertificate("localhost");
  const server = createTlsServer({ cert, key }, (request, response) => {
    const headers = { ...request.headers, "x-forwarded-proto": "https" };
    const { method, url: path } = request;
    const passed = forward({ port: portalPort + 1, host: "127.0.0.1", method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const end = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { origin: `https://login.${domain}:${port}`, end };
}

async function logIn(portal: Portal, name: Story, { at = loginOrigin, leadsTo = "/account" } = {}): Promise<void> {
  await portal.open(`${at}/`);
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
      await logIn(portal, "plantedOwner", { leadsTo: "/account/sign-in" });
      expect((await sessionsOf(context)).map((cookie) => cookie.domain)).toEqual([`login.${domain}`]);
      await expect(portal.main).toContainText(accountEmailOf("plantedOwner", browserProfile));
      await expect(portal.main).not.toContainText(accountEmailOf("plantedThief", browserProfile));
    } finally {
      await sibling.end();
      await theirs.close();
    }
  },
);

story(
  "A-423 a session that a sibling host plants where the owner is logged out opens no page of the thief's account",
  { tag: "@both" },
  async ({ browser, browserProfile, contextOptions }) => {
    const tls = await openTlsProxy();
    const openBrowser = async () => {
      const context = await browser.newContext({ ...contextOptions, ignoreHTTPSErrors: true });
      return { context, portal: new Portal(await context.newPage(), browserProfile) };
    };
    const [thief, owner] = [await openBrowser(), await openBrowser()];
    const cookiesOf = ({ context }: typeof thief) => context.cookies(tls.origin);
    await logIn(thief.portal, "plantedThief", { at: tls.origin });
    const stolen = await cookiesOf(thief);
    const named = (name: string) => stolen.find((cookie) => cookie.name === name)?.value;
    const [session, binding] = [named("PD-S-SESSION-ID"), named("__Host-session-binding")];
    expect(session?.split(".")[0]).toBe(binding);
    const sibling = await openSibling(
      `PD-S-SESSION-ID=${session}`,
      `__Host-session-binding=${binding}`,
      `__Host-session-binding=${binding}; Secure`,
    );
    try {
      await owner.portal.page.goto(sibling.url);
      expect((await cookiesOf(owner)).map(({ name, value }) => [name, value])).toEqual([["PD-S-SESSION-ID", session]]);
      for (const path of ["/account", "/account/sign-in"]) {
        await owner.portal.page.goto(`${tls.origin}${path}`);
        await owner.portal.isAt("/");
      }
      await logIn(owner.portal, "plantedOwner", { at: tls.origin, leadsTo: "/account/sign-in" });
      await expect(owner.portal.main).toContainText(accountEmailOf("plantedOwner", browserProfile));
      await thief.portal.page.goto(`${tls.origin}/account/sign-in`);
      await expect(thief.portal.main).toContainText(accountEmailOf("plantedThief", browserProfile));
    } finally {
      await sibling.end();
      await Promise.all([thief, owner].map(({ context }) => context.close()));
      await tls.end();
    }
  },
);
