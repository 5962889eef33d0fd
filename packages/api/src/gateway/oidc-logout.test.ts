import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { personEndpoints } from "@vestibule/contract/internal/person.endpoint.ts";
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf } from "../../../../test/recovery.ts";
import { rotateKeys } from "../../../../test/rotated-keys.ts";
import { clientOf, signedOutCaller } from "../../../../test/signed-in.ts";
import { findColumnsContaining } from "../../../../test/stored-texts.ts";
import { deskAgent } from "../../../../test/support-desk.ts";
import { setPassword } from "../accounts/account-change.store.ts";
import { announceLogouts } from "../oidc/announce-logout.ts";
import { deletePastRows } from "../retention/retention.store.ts";
import { Application, afterLogout, belair, follow } from "./test/application.ts";
import { password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, oidcServer, openBrowser, signInFor, userInfo } from "./test/oidc-test-api.ts";

/** Logout tokens that the applications received. While `isUnavailable`, they respond 503. */
const received: { token: string }[] = [];
let isUnavailable = false;
const { origin } = closeAfterTests(
  await loopbackServer(({ body }, response) => {
    if (isUnavailable) return response.writeHead(503).end();
    received.push({ token: new URLSearchParams(body).get("logout_token") ?? "" });
    return response.writeHead(200).end();
  }),
);

const notified = {
  id: "notified",
  name: { en: "Notified", fr: "Avertie" },
  type: "public" as const,
  redirectUris: ["https://notified.example/callback"],
  postLogoutRedirectUris: [afterLogout],
  backchannelLogoutUri: `${origin}/logout`,
  scopes: [],
};
const testApi = closeAfterTests(await createOidcTestApi({}, [notified]));
const [first, second] = testApi.servers;
beforeEach(async () => {
  isUnavailable = false;
  await announce();
  received.length = 0;
});
const application = await Application.discover(first, belair, notified);

async function signedIn() {
  const account = await testApi.createAccount();
  const browser = openBrowser(first);
  const { url, verifier } = await application.start({ scope: "openid" });
  const tokens = await application.finish(await signInFor(browser, url, account.email), verifier);
  return { ...account, browser, tokens };
}

/** Runs the job on a server after the time in which a sign-in may replace a session. */
async function announce(server = first) {
  await testApi.moveClock(5);
  await announceLogouts(server.deps);
}

const minutes = (count: number) => count * 60;

const keySet = createRemoteJWKSet(new URL(`${belair}/oidc/jwks`), {
  [customFetch]: async (url, options) => first.fetch(new Request(url, options as RequestInit)),
});

describe("a sign-out at the gateway", () => {
  test("sends each application a signed logout token with its subject and session", async () => {
    const { browser, tokens } = await signedIn();
    await browser.get("/pkmslogout");
    await announce();
    expect(received).toHaveLength(1);
    const { payload } = await jwtVerify(received[0]?.token ?? "", keySet, {
      issuer: `${belair}/oidc`,
      audience: "notified",
    });
    expect(payload).toMatchObject({ sub: tokens.claims()?.sub, sid: tokens.claims()?.sid });
    expect(payload.events).toHaveProperty(["http://schemas.openid.net/event/backchannel-logout"]);
  });

  test("sends it once, by one of two servers", async () => {
    const { browser } = await signedIn();
    await browser.get("/pkmslogout");
    await testApi.moveClock(5);
    await Promise.all([announceLogouts(first.deps), announceLogouts(second.deps)]);
    await announce();
    expect(received).toHaveLength(1);
  });

  test("sends it again a minute after an application did not receive it", async () => {
    const { browser } = await signedIn();
    await browser.get("/pkmslogout");
    isUnavailable = true;
    await announce();
    isUnavailable = false;
    await announce();
    expect(received).toHaveLength(0);
    await testApi.moveClock(60);
    await announce(second);
    expect(received).toHaveLength(1);
  });

  test("ends tokens of the session at once", async () => {
    const { browser, tokens } = await signedIn();
    await browser.get("/pkmslogout");
    expect((await userInfo(second, tokens.access_token)).status).toBe(401);
  });
});

describe("a session that ends by time", () => {
  const isActive = async (accessToken: string) => (await userInfo(second, accessToken)).status === 200;

  test("is announced once after ten minutes without use, by one of two servers", async () => {
    const { tokens } = await signedIn();
    await testApi.moveClock(minutes(ttl.gatewayIdleMinutes) - 20);
    await announce();
    expect(received).toEqual([]);
    expect(await isActive(tokens.access_token)).toBe(true);
    await testApi.moveClock(30);
    await Promise.all([announceLogouts(first.deps), announceLogouts(second.deps)]);
    await testApi.moveClock(minutes(5));
    await announce();
    expect(received).toHaveLength(1);
    expect(decodeJwt(received[0]?.token ?? "")).toMatchObject({ sid: tokens.claims()?.sid });
  });

  test("is not announced while the application renews it, but at its latest end", async () => {
    const { browser } = await signedIn();
    for (let passed = 0; passed < ttl.gatewayAbsoluteMinutes - 6; passed += 6) {
      await testApi.moveClock(minutes(6));
      await application.signInAgain(browser, { scope: "openid", prompt: "none" });
    }
    await announce();
    expect(received).toEqual([]);
    await testApi.moveClock(minutes(6));
    await announce();
    expect(received).toHaveLength(1);
  });

  test("is announced to an application that was unavailable for longer than it lasted", async () => {
    await signedIn();
    isUnavailable = true;
    await testApi.moveClock(minutes(ttl.gatewayAbsoluteMinutes + ttl.oidcLogoutRetryMinutes - 10));
    await announce();
    isUnavailable = false;
    await testApi.moveClock(minutes(2));
    await announce(second);
    expect(received).toHaveLength(1);
  });

  test("ends its access tokens at that moment", async () => {
    const { id, tokens } = await signedIn();
    expect(await isActive(tokens.access_token)).toBe(true);
    const idle =
      "update gateway_session set last_seen_at = app_now() - make_interval(mins => $2) where account_id = $1";
    await testApi.pool.query(idle, [id, ttl.gatewayIdleMinutes]);
    expect(await isActive(tokens.access_token)).toBe(false);
  });
});

describe("the end of an account", () => {
  async function close(server: 0 | 1, { gatewaySession }: { gatewaySession: string }) {
    const caller = { ...signedOutCaller, gatewaySession };
    return (await clientOf(testApi, ownDataEndpoints, server).close(caller)).kind;
  }

  async function signedInToClose() {
    const person = await signedIn();
    return { ...person, gatewaySession: person.browser.cookies.get("PD-H-SESSION-ID") ?? "" };
  }

  test("closed by its person, reaches each application of every session once, by one of two servers", async () => {
    const { id, email, tokens, ...session } = await signedInToClose();
    const elsewhere = openBrowser(second);
    const { url, verifier } = await application.start({ scope: "openid" });
    const others = await application.finish(await signInFor(elsewhere, url, email), verifier);
    expect(await close(0, session)).toBe("ok");
    await Promise.all([announceLogouts(first.deps), announceLogouts(second.deps)]);
    await announce();
    const tokensReceived = received.map(({ token }) => decodeJwt(token));
    expect(tokensReceived).toHaveLength(2);
    for (const token of tokensReceived) expect(token.sub).toBe(tokens.claims()?.sub);
    expect(tokensReceived.map(({ sid }) => sid).sort()).toEqual([tokens, others].map((of) => of.claims()?.sid).sort());
    expect(await findColumnsContaining(testApi.pool, [id])).toEqual(["audit_event.account_id"]);
  });

  test("is sent again, by another server, a minute after an application did not receive it", async () => {
    const session = await signedInToClose();
    expect(await close(1, session)).toBe("ok");
    isUnavailable = true;
    await announce();
    isUnavailable = false;
    await announce(second);
    expect(received).toEqual([]);
    await testApi.moveClock(60);
    await announce(second);
    expect(received).toHaveLength(1);
  });

  test("keeps of the session the account's id and the applications, until a day after it could have lasted", async () => {
    const { id, email, ...session } = await signedInToClose();
    await close(0, session);
    expect(await findColumnsContaining(testApi.pool, [id])).toEqual([
      "audit_event.account_id",
      "oidc_artifact.payload",
    ]);
    const { rows } = await testApi.pool.query("select payload from oidc_artifact where payload ->> 'accountId' = $1", [
      id,
    ]);
    const payload = { accountId: id, brandId: "belair", authorizations: { notified: expect.anything() } };
    expect(rows).toEqual([{ payload }]);
    isUnavailable = true;
    await testApi.moveClock(minutes(ttl.gatewayAbsoluteMinutes + ttl.oidcLogoutRetryMinutes));
    await announce();
    expect(received).toEqual([]);
    await deletePastRows(testApi.database);
    expect(await findColumnsContaining(testApi.pool, [id])).toEqual(["audit_event.account_id"]);
  });

  test("ends its tokens at once, and is announced where the insurer erases the person", async () => {
    const { id, email, tokens } = await signedIn();
    const people = clientOf(testApi, personEndpoints);
    const { agent: _agent, ...system } = deskAgent;
    const { confirmation } = dataOf(await people.previewErasure(system, { email }));
    expect((await people.erase(system, { person: { email }, confirmation })).kind).toBe("ok");
    expect((await userInfo(second, tokens.access_token)).status).toBe(401);
    await announce();
    expect(received.map(({ token }) => decodeJwt(token).sub)).toEqual([tokens.claims()?.sub]);
    expect(await findColumnsContaining(testApi.pool, [id])).toEqual(["audit_event.account_id"]);
  });
});

test("a new password signs the person out of the applications", async () => {
  const { id } = await signedIn();
  const passwordHash = await testApi.deps.hashing.hash("Autre-Vent-43");
  await testApi.database
    .transaction()
    .execute((transaction) => setPassword(transaction, { accountId: id, passwordHash }));
  await announce();
  expect(received).toHaveLength(1);
});

test("a new proof of the same person ends no session of an application", async () => {
  const { browser, email, tokens } = await signedIn();
  const { url, verifier } = await application.start({ scope: "openid", prompt: "login" });
  await follow(browser, url.href);
  const response = await browser.signIn(email, password);
  const again = await application.finish(await follow(browser, response.headers.get("location") ?? ""), verifier);
  await announce();
  expect(received).toEqual([]);
  expect(again.claims()?.sid).toBe(tokens.claims()?.sid);
  await browser.get("/pkmslogout");
  await announce();
  expect(received).toHaveLength(1);
});

test("the sign-in of another person at this browser signs the first one out", async () => {
  const { browser } = await signedIn();
  const { email } = await testApi.createAccount();
  await browser.signIn(email, password);
  await announce();
  expect(received).toHaveLength(1);
});

describe("a sign-out that an application begins", () => {
  async function start(browser: ReturnType<typeof openBrowser>, idToken = "") {
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: afterLogout, state: "s1" });
    return browser.send("GET", `/oidc/logout?${query}`, { headers: { accept: "text/html", "accept-language": "en" } });
  }

  test("ends the gateway session after a confirmation, notifies the applications and leads back", async () => {
    const { browser, tokens } = await signedIn();
    const page = await (await start(browser, tokens.id_token)).text();
    expect(page).toContain("Do you want to log out?");
    const xsrf = /name="xsrf" value="(\w+)"/.exec(page)?.[1] ?? "";
    const response = await browser.post("/oidc/logout/confirm", { xsrf, logout: "yes" }, { accept: "text/html" });
    expect(response.headers.get("location")).toBe(`${afterLogout}?state=s1`);
    expect(browser.cookies.has("PD-H-SESSION-ID")).toBe(false);
    await announce();
    expect(received).toHaveLength(1);
    const { url } = await application.start({ scope: "openid" });
    expect(await follow(browser, url.href)).toBe(`${belair}/`);
  });

  test("refuses a confirmation that its page did not send", async () => {
    const { browser, tokens } = await signedIn();
    await start(browser, tokens.id_token);
    const response = await browser.post(
      "/oidc/logout/confirm",
      { xsrf: "guessed", logout: "yes" },
      { accept: "text/html" },
    );
    expect(response.status).toBe(400);
    expect((await application.signInAgain(browser, { scope: "openid", prompt: "none" })).claims()).toBeDefined();
  });

  test("leads straight back where the session has ended already", async () => {
    const { browser, tokens } = await signedIn();
    await browser.get("/pkmslogout");
    const response = await start(browser, tokens.id_token);
    expect(response.headers.get("location")).toBe(`${afterLogout}?state=s1`);
  });
});

describe("rotated keys", () => {
  const published = async (server: typeof first) =>
    ((await (await server.fetch(new Request(`${belair}/oidc/jwks`))).json()) as { keys: { kid: string }[] }).keys.map(
      ({ kid }) => kid,
    );

  test("A-202 are published before they sign, and verify after it", async () => {
    const { email, tokens, browser } = await signedIn();
    const beforeStep1 = await published(first);
    const step1 = oidcServer(rotateKeys(testApi, 1).deps, [notified]);
    const step2 = oidcServer(rotateKeys(testApi, 2).deps, [notified]);
    const duringStep1 = await published(step1);
    const fresh = duringStep1.slice(beforeStep1.length);
    expect(duringStep1).toEqual([...beforeStep1, ...fresh]);
    expect(await published(step2)).toEqual([...fresh, ...beforeStep1]);
    const rotated = await Application.discover(step2, belair, notified);
    const moved = openBrowser(step2);
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
    const again = await rotated.signInAgain(moved, { scope: "openid", prompt: "none" });
    expect(again.claims()?.sub).toBe(tokens.claims()?.sub);
    expect((await begunAt(step1, step2, email)).claims()?.sub).toBe(tokens.claims()?.sub);
  });

  /** A sign-in that begins under the earlier keys and ends under the newer ones. */
  async function begunAt(earlier: typeof first, later: typeof first, email: string) {
    const begins = openBrowser(earlier);
    const ends = openBrowser(later);
    const { url, verifier } = await application.start({ scope: "openid" });
    await follow(begins, url.href);
    for (const [name, value] of begins.cookies) ends.cookies.set(name, value);
    ends.interaction = begins.interaction;
    const response = await ends.signIn(email, password);
    const back = await follow(ends, response.headers.get("location") ?? "");
    return (await Application.discover(later, belair, notified)).finish(back, verifier);
  }
});
