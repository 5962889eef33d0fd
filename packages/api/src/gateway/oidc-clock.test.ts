import { AsyncLocalStorage } from "node:async_hooks";
import { decodeJwt, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { announceLogouts } from "../oidc/announce-logout.ts";
import { Application, afterLogout, belair, clientKeys, follow, keyClient, pushedWith } from "./test/application.ts";
import { createOidcTestApi, type OidcServer, openBrowser, signInFor, userInfo } from "./test/oidc-test-api.ts";

/** Seconds by which the clock of the process that runs a call is ahead. */
const ahead = new AsyncLocalStorage<number>();
const trueNow = Date.now;
beforeAll(() => {
  vi.spyOn(Date, "now").mockImplementation(() => trueNow() + (ahead.getStore() ?? 0) * 1000);
});
afterAll(() => {
  vi.restoreAllMocks();
});

const received: string[] = [];
const { origin } = closeAfterTests(
  await loopbackServer(({ body }, response) => {
    received.push(new URLSearchParams(body).get("logout_token") ?? "");
    response.writeHead(200).end();
  }),
);
const notified = {
  id: "notified",
  name: { en: "Notified", fr: "Avertie" },
  type: "public" as const,
  redirectUris: ["https://notified.example/callback"],
  postLogoutRedirectUris: [afterLogout],
  backchannelLogoutUri: `${origin}/logout`,
  scopes: ["offline_access" as const],
};
let movedSeconds = 0;
const clock = { now: () => new Date(trueNow() + movedSeconds * 1000) };
const testApi = closeAfterTests(await createOidcTestApi({ clock }, [notified, keyClient]));
const moveClock = (seconds: number) => {
  movedSeconds += seconds;
  return testApi.moveClock(seconds);
};
const [right, second] = testApi.servers;
const atRight = await Application.discover(right, belair, notified);
const withRefresh = { scope: "openid offline_access", prompt: "consent" };

const within = (seconds: number, { iat = 0, exp = 0, auth_time: provenAt = 0 }: JWTPayload, lifetime: number) => {
  const now = trueNow() / 1000;
  for (const [name, time] of Object.entries({ iat, provenAt: provenAt || iat, issued: exp - lifetime }))
    expect(Math.abs(Number(time) - now), name).toBeLessThanOrEqual(seconds);
};

describe.each([120, -120, 600, -600])("with a second server whose clock is %i seconds ahead", (seconds) => {
  const off: OidcServer = { ...second, fetch: (request) => ahead.run(seconds, () => second.fetch(request)) };
  const applicationAt = () => Application.discover(off, belair, notified);

  test.each([
    { starts: "off", redeems: "right" },
    { starts: "right", redeems: "off" },
  ])("F-28 accepts at one server a code of the other ($starts to $redeems)", async ({ starts }) => {
    const { email } = await testApi.createAccount();
    const [one, other] = starts === "off" ? [off, right] : [right, off];
    const browser = openBrowser(one);
    const { url, verifier } = await atRight.start(withRefresh);
    const back = await signInFor(browser, url, email);
    const application = await Application.discover(other, belair, notified);
    const tokens = await application.finish(back, verifier);
    within(30, decodeJwt(tokens.id_token ?? ""), 600);
    expect(tokens.expires_in).toBe(600);
    for (const server of [one, other]) expect((await userInfo(server, tokens.access_token)).status).toBe(200);
    const renewed = await (await Application.discover(one, belair, notified)).refresh(tokens.refresh_token);
    within(30, decodeJwt(renewed.id_token ?? ""), 600);
    for (const server of [one, other]) expect((await userInfo(server, renewed.access_token)).status).toBe(200);
  });

  test("F-28 finishes at one server a sign-in that the other began", async () => {
    const { email } = await testApi.createAccount();
    const [begins, ends] = [openBrowser(off), openBrowser(right)];
    const { url, verifier } = await atRight.start({ scope: "openid" });
    await follow(begins, url.href);
    for (const [name, value] of begins.cookies) ends.cookies.set(name, value);
    ends.interaction = begins.interaction;
    const response = await ends.signIn(email, "Grand-Vent-42");
    const back = await follow(begins, response.headers.get("location") ?? "");
    expect(back).toBe(`${belair}/`);
    for (const [name, value] of ends.cookies) begins.cookies.set(name, value);
    const returned = await follow(begins, response.headers.get("location") ?? "");
    within(30, decodeJwt((await (await applicationAt()).finish(returned, verifier)).id_token ?? ""), 600);
  });

  test.each([
    { pushes: "off", authorizes: "right" },
    { pushes: "right", authorizes: "off" },
  ])("F-28 accepts at one server a request pushed to the other ($pushes to $authorizes)", async ({ pushes }) => {
    const { email } = await testApi.createAccount();
    const [one, other] = pushes === "off" ? [off, right] : [right, off];
    const application = await Application.discover(one, belair, notified);
    const { url, verifier } = await application.push({ scope: "openid" });
    const back = await signInFor(openBrowser(other), url, email);
    expect((await application.finish(back, verifier)).claims()).toBeDefined();
  });

  test("F-28 asks for a new proof after max_age, and not before", async () => {
    const { email } = await testApi.createAccount();
    const browser = openBrowser(off);
    const application = await applicationAt();
    const { url, verifier } = await application.start({ scope: "openid" });
    await application.finish(await signInFor(browser, url, email), verifier);
    const maxAge = { scope: "openid", max_age: "60", prompt: "none" };
    expect((await application.signInAgain(browser, maxAge)).claims()).toBeDefined();
    await moveClock(90);
    const later = new URL(await follow(browser, (await application.start(maxAge)).url.href));
    expect(later.searchParams.get("error")).toBe("login_required");
    await moveClock(-90);
  });

  test("F-28 refuses a code after a minute", async () => {
    const { email } = await testApi.createAccount();
    const { url, verifier } = await atRight.start({ scope: "openid" });
    const back = await signInFor(openBrowser(off), url, email);
    await moveClock(61);
    for (const application of [atRight, await applicationAt()])
      await expect(application.finish(back, verifier)).rejects.toMatchObject({ error: "invalid_grant" });
    await moveClock(-61);
  });

  test.each([
    { assertion: "that is valid for another minute", from: 0, until: 60, status: 201 },
    { assertion: "that expired within the grace", from: -80, until: -20, status: 201 },
    { assertion: "that expired a minute ago", from: -120, until: -60, status: 401 },
    { assertion: "that becomes valid in a minute", from: 60, until: 120, status: 401 },
  ])("F-28 judges an application's assertion $assertion by the time of the database", async (row) => {
    const now = Math.floor(trueNow() / 1000);
    const assertion = await new SignJWT({ jti: `${seconds} ${row.assertion}` })
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer(keyClient.id)
      .setSubject(keyClient.id)
      .setAudience(`${belair}/oidc`)
      .setNotBefore(now + row.from)
      .setExpirationTime(now + row.until)
      .sign(clientKeys.privateKey);
    const send = () => off.fetch(new Request(`${belair}/oidc/par`, { method: "POST", body: pushedWith(assertion) }));
    expect((await send()).status).toBe(row.status);
    expect((await send()).status, "sent again").toBe(401);
  });

  test("F-28 announces a sign-out with the time of the database", async () => {
    const { email } = await testApi.createAccount();
    const browser = openBrowser(off);
    const { url, verifier } = await atRight.start({ scope: "openid" });
    await atRight.finish(await signInFor(browser, url, email), verifier);
    await browser.get("/pkmslogout");
    await moveClock(5);
    received.length = 0;
    await ahead.run(seconds, () => announceLogouts(second.deps));
    await moveClock(-5);
    expect(received).toHaveLength(1);
    within(30, decodeJwt(received[0] ?? ""), 120);
  });
});
