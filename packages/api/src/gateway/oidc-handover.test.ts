import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import * as oauth from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, summaryOf } from "../../../../test/recovery.ts";
import { clientOf, openSession, signedOutCaller } from "../../../../test/signed-in.ts";
import { forgetBrowsers } from "../accounts/known-browser.store.ts";
import type { RegisteredClient } from "../oidc/oidc-provider.adapter.ts";
import { Application, belair, claims, clientSecret, follow, publicClient } from "./test/application.ts";
import type { Browser } from "./test/browser.ts";
import { leadsTo, loginResultUrl, password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, type OidcServer, oidcServer, openBrowser, signInFor } from "./test/oidc-test-api.ts";

const mobile: RegisteredClient = { ...publicClient, id: "mobile", handsOver: true };
const other: RegisteredClient = { ...claims, id: "other", handsOver: true };

const testApi = closeAfterTests(await createOidcTestApi({}, [mobile, other]));
const [server, secondServer] = testApi.servers;
const security = clientOf(testApi, securityEndpoints);
const passkeys = clientOf(testApi, passkeyEndpoints);
const call = async (url: string, options: object) => server.fetch(new Request(url, options as RequestInit));
const insecure = { [oauth.customFetch]: call as never, [oauth.allowInsecureRequests]: true } as const;
const issuer = new URL(`${belair}/oidc`);
const metadata = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));

const tokenExchange = "urn:ietf:params:oauth:grant-type:token-exchange";
const refreshTokenType = "urn:ietf:params:oauth:token-type:refresh_token";
const handoverType = "urn:vestibule:token-type:handover";

/** A person who is signed in at the app, by the browser of the device. */
async function signedInApp(client = mobile) {
  const account = await testApi.createAccount();
  const device = openBrowser(server);
  const app = await Application.discover(server, belair, client);
  const { url, verifier } = await app.start({ scope: "openid offline_access", prompt: "consent" });
  const tokens = await app.finish(await signInFor(device, url, account.email), verifier);
  return { account, device, app, tokens, refreshToken: tokens.refresh_token ?? "" };
}

const exchange = async (
  subjectToken: string,
  more: Record<string, string> = {},
  { client, authentication }: { client: string; authentication: oauth.ClientAuth } = {
    client: mobile.id,
    authentication: oauth.None(),
  },
) => {
  const parameters = { subject_token: subjectToken, subject_token_type: refreshTokenType, ...more };
  const requested = { client_id: client };
  return oauth.processGenericTokenEndpointResponse(
    metadata,
    requested,
    await oauth.genericTokenEndpointRequest(metadata, requested, authentication, tokenExchange, parameters, insecure),
    { recognizedTokenTypes: { n_a: () => {} } },
  );
};
const errorOf = (exchanged: Promise<unknown>) =>
  exchanged.then(
    () => "none",
    (fault: Partial<oauth.ResponseBodyError>) => fault.error ?? fault.status,
  );

const open = (browser: Browser, token: string) => browser.send("GET", `/oidc/handover?token=${token}`, { headers: {} });
/** Opens it with the browser's cookies at another server, and keeps none of the answer. */
const openAt = ({ fetch }: Pick<OidcServer, "fetch">, browser: Browser, token: string) =>
  fetch(new Request(`${belair}/oidc/handover?token=${token}`, { headers: { cookie: browser.cookieHeader } }));
/** Whether a browser has a session: an application that asks for no login learns who the person is. */
async function isSignedIn(browser: Browser): Promise<boolean> {
  const application = await Application.discover(server);
  const { url } = await application.start({ prompt: "none" });
  return (await follow(browser, url.href)).includes("code=");
}
/** The device's browser, once its session has ended. */
async function endedBrowser({ device }: { device: Browser }): Promise<Browser> {
  await testApi.moveClock(61 * 60);
  expect(await isSignedIn(device)).toBe(false);
  return device;
}

describe("a handover of a sign-in from an app to the browser", () => {
  test("signs in the browser that signed the person in to the app, once and within 60 seconds", async () => {
    const app = await signedInApp();
    const browser = await endedBrowser(app);
    const issued = await exchange(app.refreshToken);
    expect(issued).toMatchObject({ issued_token_type: handoverType, token_type: "n_a", expires_in: 60 });
    expect((await open(browser, issued.access_token)).headers.get("location")).toBe(loginResultUrl("success"));
    expect(await isSignedIn(browser)).toBe(true);
    await browser.post("/pkmslogout", {}, { origin: belair });
    await open(browser, issued.access_token);
    expect(await isSignedIn(browser)).toBe(false);
    const late = await exchange(app.refreshToken);
    await testApi.moveClock(61);
    await open(browser, late.access_token);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("keeps the refresh token, which renews as before", async () => {
    const { app, refreshToken } = await signedInApp();
    await exchange(refreshToken);
    expect((await app.refresh(refreshToken)).access_token).toBeTruthy();
  });

  test("gives the session the age of the sign-in at the app", async () => {
    const app = await signedInApp();
    const browser = await endedBrowser(app);
    await open(browser, (await exchange(app.refreshToken)).access_token);
    const application = await Application.discover(server);
    const tokens = await application.signInAgain(browser);
    expect(tokens.claims()).toMatchObject({
      auth_time: app.tokens.claims()?.auth_time,
      acr: "urn:vestibule:password",
      amr: ["pwd"],
    });
    // The application asks for a newer sign-in, which the session is not.
    const { url } = await application.start({ max_age: "60" });
    expect(await follow(browser, url.href)).not.toContain("code=");
  });

  test("A-481 allows no change of the account without a new proof, however new the sign-in at the app is", async () => {
    const { device, refreshToken } = await signedInApp();
    await device.post("/pkmslogout", {}, { origin: belair });
    await open(device, (await exchange(refreshToken)).access_token);
    const gatewaySession = device.cookies.get("PD-H-SESSION-ID") ?? "";
    expect(summaryOf(await passkeys.creationOptions({ ...signedOutCaller, gatewaySession }))).toBe("403 3010");
  });

  test("leaves an open session of the same person", async () => {
    const { device, refreshToken } = await signedInApp();
    const before = [...device.cookies];
    const { access_token: token } = await exchange(refreshToken);
    await open(device, token);
    expect([...device.cookies]).toEqual(before);
    // The token is used up all the same.
    await device.post("/pkmslogout", {}, { origin: belair });
    await open(device, token);
    expect(await isSignedIn(device)).toBe(false);
  });

  test("succeeds for one of two requests at once, at two servers", async () => {
    const app = await signedInApp();
    const browser = await endedBrowser(app);
    const { access_token: token } = await exchange(app.refreshToken);
    const answers = await Promise.all([server, secondServer].map((one) => openAt(one, browser, token)));
    const opened = answers.filter(({ headers: sent }) => sent.get("set-cookie")?.includes("PD-"));
    expect(opened).toHaveLength(1);
  });
});

describe("A-479 a handover", () => {
  test("opens nothing in a browser that the account does not know, and is not used up there", async () => {
    const app = await signedInApp();
    const browser = await endedBrowser(app);
    const { access_token: token } = await exchange(app.refreshToken);
    const thief = openBrowser(server);
    await thief.signIn((await testApi.createAccount()).email, password);
    await thief.post("/pkmslogout", {}, { origin: belair });
    await open(thief, token);
    expect(await isSignedIn(thief)).toBe(false);
    expect((await browser.send("HEAD", `/oidc/handover?token=${token}`, { headers: {} })).status).toBe(404);
    await open(browser, token);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test("opens nothing in a browser that the person has forgotten", async () => {
    const app = await signedInApp();
    const browser = await endedBrowser(app);
    const { access_token: token } = await exchange(app.refreshToken);
    await testApi.database.transaction().execute((trx) => forgetBrowsers(trx, { accountId: app.account.id }));
    await open(browser, token);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test.each(["freezing", "logging out elsewhere"] as const)("ends with %s", async (how) => {
    const { account, device, refreshToken } = await signedInApp();
    const { access_token: token } = await exchange(refreshToken);
    const owner = await openSession(testApi, account.id);
    if (how === "freezing") dataOf(await security.freeze(owner));
    else dataOf(await security.endOtherSessions(owner));
    await open(device, token);
    expect(await isSignedIn(device)).toBe(false);
    expect(await errorOf(exchange(refreshToken))).toBe("invalid_grant");
  });

  test("by the password alone opens nothing once the brand asks for a second proof at every login", async () => {
    const app = await signedInApp();
    const browser = await endedBrowser(app);
    const { access_token: token } = await exchange(app.refreshToken);
    const stricter = oidcServer({ ...testApi.deps, brands: await testBrands("always") }, [mobile, other]);
    expect(leadsTo(await openAt(stricter, browser, token))).toBe(loginResultUrl("firstVisit"));
    expect(leadsTo(await openAt(server, browser, token))).toBe(loginResultUrl("success"));
  });

  test("A-478 by the password alone opens nothing in a browser in which the brand asks for a second proof again", async () => {
    const app = await signedInApp();
    const browser = await endedBrowser(app);
    const { access_token: token } = await exchange(app.refreshToken);
    const stricter = oidcServer({ ...testApi.deps, brands: await testBrands("newBrowser") }, [mobile, other]);
    const rememberFor = (days: number) =>
      testApi.pool.query(
        "update known_browser set second_factor_until = app_now() + make_interval(days => $2) where account_id = $1",
        [app.account.id, days],
      );
    await rememberFor(-1);
    expect(leadsTo(await openAt(stricter, browser, token))).toBe(loginResultUrl("firstVisit"));
    await rememberFor(1);
    expect(leadsTo(await openAt(stricter, browser, token))).toBe(loginResultUrl("success"));
  });

  test("is no ticket of the login form", async () => {
    const app = await signedInApp();
    const browser = await endedBrowser(app);
    const { access_token: ticket } = await exchange(app.refreshToken);
    await browser.post("/pkmslogin.form", { username: app.account.email, "login-form-type": "ticket", ticket });
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe("A-476 an exchange", () => {
  const secret = oauth.ClientSecretBasic(clientSecret);

  test("refuses an application whose file does not allow it", async () => {
    const { refreshToken } = await signedInApp(claims);
    const byClaims = { client: claims.id, authentication: secret };
    expect(await errorOf(exchange(refreshToken, {}, byClaims))).toBe("invalid_request");
  });

  test("refuses a refresh token of another application", async () => {
    const { refreshToken } = await signedInApp();
    const byOther = { client: other.id, authentication: secret };
    expect(await errorOf(exchange(refreshToken, {}, byOther))).toBe("invalid_grant");
  });

  test("refuses a wrong secret", async () => {
    const { refreshToken } = await signedInApp(other);
    const guessing = { client: other.id, authentication: oauth.ClientSecretBasic("a guess") };
    expect(await errorOf(exchange(refreshToken, {}, guessing))).toBe(401);
  });

  test("refuses an access token, which APIs see", async () => {
    const { tokens } = await signedInApp();
    const asRefreshToken = exchange(tokens.access_token);
    const accessTokenType = "urn:ietf:params:oauth:token-type:access_token";
    const asAccessToken = exchange(tokens.access_token, { subject_token_type: accessTokenType });
    expect(await Promise.all([asRefreshToken, asAccessToken].map(errorOf))).toEqual([
      "invalid_grant",
      "invalid_request",
    ]);
  });

  test("refuses a refresh token that was replaced, and does not give its successor away", async () => {
    const { app, refreshToken } = await signedInApp();
    await app.refresh(refreshToken);
    expect(await errorOf(exchange(refreshToken))).toBe("invalid_grant");
  });

  test.each([
    ["requested_token_type", "urn:ietf:params:oauth:token-type:access_token"],
    ["actor_token", "of another"],
  ])("refuses another %s", async (name, value) => {
    const { refreshToken } = await signedInApp();
    expect(await errorOf(exchange(refreshToken, { [name]: value }))).toBe("invalid_request");
  });
});
