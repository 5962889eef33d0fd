import { applicationEndpoints } from "@vestibule/contract/account/application.endpoint.ts";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, summaryOf } from "../../../../test/recovery.ts";
import { clientOf, openSession, signedOutCaller } from "../../../../test/signed-in.ts";
import { announceLogouts } from "../oidc/announce-logout.ts";
import { Application, belair, follow, publicClient } from "./test/application.ts";
import { createOidcTestApi, openBrowser, signInFor, userInfo } from "./test/oidc-test-api.ts";

/** Logout tokens that the application with a URL for them received. */
const received: string[] = [];
const { origin } = closeAfterTests(
  await loopbackServer(({ body }, response) => {
    received.push(new URLSearchParams(body).get("logout_token") ?? "");
    response.writeHead(200).end();
  }),
);
const notified = { ...publicClient, id: "notified", backchannelLogoutUri: `${origin}/logout` };
const testApi = closeAfterTests(await createOidcTestApi({}, [notified]));
const [first, second] = testApi.servers;
const application = await Application.discover(first);
const other = await Application.discover(first, belair, publicClient);
const client = clientOf(testApi, applicationEndpoints);
const otherServer = clientOf(testApi, applicationEndpoints, 1);

const forRefresh = { scope: "openid email offline_access", prompt: "consent" };

/** A person whom an application has signed in, and their session in the account. */
async function signedIn(entered = application, parameters: Record<string, string> = forRefresh) {
  const account = await testApi.createAccount();
  const browser = openBrowser(first);
  const { url, verifier } = await entered.start(parameters);
  const tokens = await entered.finish(await signInFor(browser, url, account.email), verifier);
  return { ...account, browser, tokens, caller: await openSession(testApi, account.id) };
}

type Caller = Awaited<ReturnType<typeof openSession>>;
const listed = async (caller: Caller) => dataOf(await client.applications(caller)).applications;
const eventsOf = async (accountId: string) => {
  const { rows } = await testApi.pool.query(
    "select event, facts ->> 'application' as application from audit_event where account_id = $1 and event = 'application.ended'",
    [accountId],
  );
  return rows;
};
const refreshes = (refreshToken: string | undefined) =>
  application.refresh(refreshToken).then(
    () => true,
    () => false,
  );
const isAlive = async ({ access_token, refresh_token }: Awaited<ReturnType<typeof signedIn>>["tokens"]) => ({
  access: (await userInfo(second, access_token)).status === 200,
  refresh: await refreshes(refresh_token),
});

describe("the applications of an account", () => {
  test("are listed in the language of the call, with what each has asked for since the first sign-in", async () => {
    const { browser, caller } = await signedIn(application, { scope: "openid email" });
    const [before] = await listed(caller);
    expect(before).toMatchObject({ id: "claims", name: "Réclamations", scopes: ["email"], usesApis: false });
    const timeOf = (at: string | undefined) => Date.parse(at ?? "");
    expect(timeOf(before?.signedInAt) - timeOf(before?.allowedAt)).toBeLessThan(60_000);
    await testApi.moveClock(60);
    await application.signInAgain(browser, { scope: "openid policies" });
    await other.signInAgain(browser, { scope: "openid" });
    const [newest, older] = await listed({ ...caller, language: "en" });
    expect(newest).toMatchObject({ id: "quotes", name: "Claims", scopes: [] });
    expect(older).toMatchObject({ id: "claims", scopes: ["email", "policies"], allowedAt: before?.allowedAt });
    expect(timeOf(older?.signedInAt)).toBeGreaterThanOrEqual(timeOf(before?.signedInAt) + 60_000);
  });

  test("are left out when they are no longer connected", async () => {
    const { id, caller } = await signedIn();
    await testApi.pool.query("update allowed_application set client_id = 'former' where account_id = $1", [id]);
    expect(await listed(caller)).toEqual([]);
  });

  test("A-242 are neither listed nor ended without a session", async () => {
    const { tokens } = await signedIn();
    expect(summaryOf(await client.applications(signedOutCaller))).toBe("401 3009");
    expect(summaryOf(await client.end(signedOutCaller, "claims"))).toBe("401 3009");
    expect(await isAlive(tokens)).toEqual({ access: true, refresh: true });
  });

  test("A-361 cannot be ended by another account", async () => {
    const owner = await signedIn();
    const account = await testApi.createAccount();
    const caller = await openSession(testApi, account.id);
    for (const id of ["claims", "unknown"]) expect(summaryOf(await client.end(caller, id))).toBe("404 1404");
    expect(await isAlive(owner.tokens)).toEqual({ access: true, refresh: true });
    expect(await eventsOf(account.id)).toEqual([]);
  });
});

describe("the end of an application’s access", () => {
  test("A-360 revokes its tokens of every session, and no other application’s", async () => {
    const owner = await signedIn();
    const kept = await other.signInAgain(owner.browser, { scope: "openid" });
    const elsewhere = openBrowser(second);
    const { url, verifier } = await application.start(forRefresh);
    const alsoEnded = await application.finish(await signInFor(elsewhere, url, owner.email), verifier);
    expect(summaryOf(await client.end(owner.caller, "claims"))).toBe("204");
    for (const tokens of [owner.tokens, alsoEnded])
      expect(await isAlive(tokens)).toEqual({ access: false, refresh: false });
    expect((await userInfo(second, kept.access_token)).status).toBe(200);
    expect((await listed(owner.caller)).map(({ id }) => id)).toEqual(["quotes"]);
  });

  test("A-360 revokes a code that is not exchanged yet", async () => {
    const { browser, caller } = await signedIn();
    const { url, verifier } = await application.start(forRefresh);
    const returned = await follow(browser, url.href);
    expect(summaryOf(await client.end(caller, "claims"))).toBe("204");
    await expect(application.finish(returned, verifier)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("A-360 leaves no token to a refresh that arrives at the same time", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { caller, tokens } = await signedIn();
      const [, refreshed] = await Promise.all([
        otherServer.end(caller, "claims"),
        application.refresh(tokens.refresh_token).catch(() => undefined),
      ]);
      if (refreshed !== undefined) expect(await isAlive(refreshed)).toEqual({ access: false, refresh: false });
      expect(await refreshes(tokens.refresh_token)).toBe(false);
    }
  });

  test("happens once and is recorded once, however often it is requested", async () => {
    const { id, caller } = await signedIn();
    const results = await Promise.all([client, otherServer, client].map((server) => server.end(caller, "claims")));
    expect(results.map(summaryOf).sort()).toEqual(["204", "404 1404", "404 1404"]);
    expect(await eventsOf(id)).toEqual([{ event: "application.ended", application: "claims" }]);
  });

  test("lets an application of the insurer in again without a page at the next sign-in", async () => {
    const { browser, caller, tokens } = await signedIn();
    dataOf(await client.end(caller, "claims"));
    const again = await application.signInAgain(browser, { scope: "openid", prompt: "none" });
    expect(again.claims()?.sub).toBe(tokens.claims()?.sub);
    expect(await listed(caller)).toMatchObject([{ id: "claims", scopes: [] }]);
  });

  test("announces the logout to the application, and the session’s own end to the others", async () => {
    const ended = await Application.discover(first, belair, notified);
    const { browser, caller, tokens } = await signedIn(ended, { scope: "openid" });
    await application.signInAgain(browser, { scope: "openid" });
    dataOf(await client.end(caller, "notified"));
    await announceLogouts(second.deps);
    expect(received.map((token) => decodeJwt(token))).toMatchObject([
      { aud: "notified", sub: tokens.claims()?.sub, sid: tokens.claims()?.sid },
    ]);
    await browser.get("/pkmslogout");
    await testApi.moveClock(5);
    await announceLogouts(first.deps);
    expect(received).toHaveLength(1);
    const { rows } = await testApi.pool.query(
      "select from oidc_artifact where payload ->> 'accountId' is not null and gateway_session is null and session_uid is not null",
    );
    expect(rows).toEqual([]);
  });
});
