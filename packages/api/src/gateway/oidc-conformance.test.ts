import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { Application, afterLogout, belair, callback, clientSecret, follow } from "./test/application.ts";
import { password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, openBrowser, signInFor, userInfo } from "./test/oidc-test-api.ts";

/** Test modules of the plans by which the OpenID Foundation certifies a provider. Every request has PKCE. */
const testApi = closeAfterTests(await createOidcTestApi());
const [server] = testApi.servers;
const application = await Application.discover(server);
const metadata = (await (
  await server.fetch(new Request(`${belair}/oidc/.well-known/openid-configuration`))
).json()) as Record<string, unknown>;
const html = { accept: "text/html", "accept-language": "en" };
const form = { "content-type": "application/x-www-form-urlencoded" };

/** Signs a new person in, up to the return to the application. */
async function atCallback(parameters: Record<string, string> = {}) {
  const account = await testApi.createAccount();
  const browser = openBrowser(server);
  const { url, verifier } = await application.start(parameters);
  return { ...account, browser, verifier, back: await signInFor(browser, url, account.email) };
}

async function signedIn(parameters: Record<string, string> = {}) {
  const signIn = await atCallback(parameters);
  return { ...signIn, tokens: await application.finish(signIn.back, signIn.verifier) };
}

/** Parameters that the provider returns to the application, after these changes of the request. */
async function returnedFor(changed: Record<string, string | undefined>, browser = openBrowser(server)) {
  const { url } = await application.start();
  for (const [name, value] of Object.entries(changed))
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return new URL(await follow(browser, url.href)).searchParams;
}

/** Whether the person of a browser has to log in for a request. */
async function asksToLogIn(browser: ReturnType<typeof openBrowser>, parameters: Record<string, string>) {
  const { url } = await application.start(parameters);
  return (await follow(browser, url.href)).startsWith(`${belair}/`);
}

/** Redeems a code with the secret in the header, or in the form. */
async function redeem(back: string, verifier: string, { inForm = false } = {}) {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: new URL(back).searchParams.get("code") ?? "",
    redirect_uri: callback,
    code_verifier: verifier,
    ...(inForm && { client_id: "claims", client_secret: clientSecret }),
  });
  const authorization = `Basic ${Buffer.from(`claims:${clientSecret}`).toString("base64")}`;
  const headers = { ...form, ...(!inForm && { authorization }) };
  const response = await server.fetch(new Request(`${belair}/oidc/token`, { method: "POST", headers, body }));
  return (await response.json()) as { error?: string; id_token?: string };
}

async function claimsFor(scope: string): Promise<string[]> {
  const { tokens } = await signedIn({ scope });
  return Object.keys((await (await userInfo(server, tokens.access_token)).json()) as object);
}

const unsigned = (payload: object) =>
  `${[{ alg: "none" }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;

describe("the plan of the basic profile", () => {
  test("oidcc-server: returns an ID token for a code", async () => {
    const { back, verifier } = await atCallback({ nonce: "a-nonce" });
    const { id_token: idToken = "" } = await redeem(back, verifier);
    expect(decodeJwt(idToken)).toMatchObject({ iss: `${belair}/oidc`, aud: "claims", nonce: "a-nonce" });
  });

  test("oidcc-response-type-missing: refuses a request without a response type", async () => {
    expect((await returnedFor({ response_type: undefined })).get("error")).toBe("invalid_request");
  });

  test("oidcc-userinfo-get, -post-header, -post-body: describes the person in each way", async () => {
    const { email, tokens } = await signedIn();
    const post = async (init: RequestInit) =>
      (await server.fetch(new Request(`${belair}/oidc/me`, { method: "POST", ...init }))).json();
    const body = new URLSearchParams({ access_token: tokens.access_token });
    const authorization = `Bearer ${tokens.access_token}`;
    const described = { sub: tokens.claims()?.sub, email };
    expect(await (await userInfo(server, tokens.access_token)).json()).toMatchObject(described);
    expect(await post({ headers: { authorization } })).toMatchObject(described);
    expect(await post({ headers: form, body })).toMatchObject(described);
  });

  test("oidcc-ensure-request-without-nonce-succeeds-for-code-flow: needs no nonce", async () => {
    expect((await signedIn()).tokens.claims()).not.toHaveProperty("nonce");
  });

  test("oidcc-scope-profile, -email, -all: describes the person by the scopes of the request", async () => {
    expect(await claimsFor("openid profile")).toEqual(expect.arrayContaining(["given_name", "family_name", "locale"]));
    expect(await claimsFor("openid email")).toEqual(expect.arrayContaining(["email", "email_verified"]));
    expect(await claimsFor("openid profile email address phone")).toEqual(
      expect.arrayContaining(["given_name", "email"]),
    );
  });

  test("oidcc-scope-address, -phone: offers neither scope and none of their claims", async () => {
    expect(metadata.scopes_supported).not.toEqual(expect.arrayContaining(["address"]));
    expect(metadata.scopes_supported).not.toEqual(expect.arrayContaining(["phone"]));
    const claims = await claimsFor("openid address phone");
    expect(claims.filter((name) => /address|phone/.test(name))).toEqual([]);
  });

  test("oidcc-ensure-other-scope-order-succeeds: takes scopes in any order", async () => {
    expect(await claimsFor("email openid")).toContain("email");
  });

  test.each([
    ["oidcc-display-page", { display: "page" }],
    ["oidcc-display-popup", { display: "popup" }],
    ["oidcc-ensure-request-with-unknown-parameter-succeeds", { extra: "foobar" }],
    ["oidcc-login-hint", { login_hint: "bob@example.com" }],
    ["oidcc-ui-locales", { ui_locales: "se" }],
    ["oidcc-claims-locales", { claims_locales: "se" }],
    ["oidcc-ensure-request-with-acr-values-succeeds", { acr_values: "1 2" }],
    ["oidcc-claims-essential", { claims: '{"userinfo":{"name":{"essential":true}}}' }],
    ["oidcc-ensure-request-with-valid-pkce-succeeds", {}],
  ] as [string, Record<string, string>][])("%s: signs a person in", async (_id, parameters) => {
    expect((await signedIn(parameters)).tokens.claims()?.sub).toBeTruthy();
  });

  test("oidcc-prompt-login: asks a signed-in person to log in, with a later time of the proof", async () => {
    const { email, browser, tokens } = await signedIn();
    await testApi.moveClock(5);
    const { url, verifier } = await application.start({ prompt: "login" });
    expect(await follow(browser, url.href)).toBe(`${belair}/`);
    const response = await browser.signIn(email, password);
    const again = await application.finish(await follow(browser, response.headers.get("location") ?? ""), verifier);
    expect(again.claims()?.auth_time).toBeGreaterThan(tokens.claims()?.auth_time ?? 0);
  });

  test("oidcc-prompt-none-not-logged-in: returns login_required", async () => {
    expect((await returnedFor({ prompt: "none" })).get("error")).toBe("login_required");
  });

  test("oidcc-prompt-none-logged-in, oidcc-id-token-hint: signs in without a page, at the same time", async () => {
    const { browser, tokens } = await signedIn();
    const hint = { prompt: "none", id_token_hint: tokens.id_token ?? "" };
    for (const parameters of [{ prompt: "none" }, hint])
      expect((await application.signInAgain(browser, parameters)).claims()).toMatchObject({
        sub: tokens.claims()?.sub,
        auth_time: tokens.claims()?.auth_time,
      });
  });

  test("oidcc-max-age-1, -10000: asks again once the proof is older", async () => {
    const { browser, tokens } = await signedIn();
    await testApi.moveClock(35);
    expect(await asksToLogIn(browser, { max_age: "1" })).toBe(true);
    const recent = await application.signInAgain(browser, { max_age: "10000" });
    expect(recent.claims()?.auth_time).toBe(tokens.claims()?.auth_time);
  });

  test("oidcc-codereuse, -30seconds: refuses a used code and revokes its access token", async () => {
    const { back, verifier, tokens } = await signedIn();
    await testApi.moveClock(30);
    expect(await redeem(back, verifier)).toMatchObject({ error: "invalid_grant" });
    expect((await userInfo(server, tokens.access_token)).status).toBe(401);
  });

  test("oidcc-ensure-registered-redirect-uri: shows an error page for another URL", async () => {
    const { url } = await application.start({ redirect_uri: `${callback}/other` });
    expect(await follow(openBrowser(server), url.href)).toMatch(/^400 /);
  });

  test("oidcc-ensure-post-request-succeeds: takes a posted request", async () => {
    const { browser } = await signedIn();
    const { url, verifier } = await application.start();
    const body = String(url.searchParams);
    const posted = await openBrowser(server).send("POST", url.pathname, { headers: form, body });
    const response = await browser.get(posted.headers.get("location") ?? "");
    expect((await application.finish(response.headers.get("location") ?? "", verifier)).claims()?.sub).toBeTruthy();
  });

  test("oidcc-server-client-secret-post: takes the secret of an application in the form too", async () => {
    const { back, verifier } = await atCallback();
    expect(await redeem(back, verifier, { inForm: true })).toHaveProperty("id_token");
  });

  test("oidcc-unsigned-request-object, oidcc-ensure-request-object-with-redirect-uri: supports no request object", async () => {
    expect(metadata.request_parameter_supported).not.toBe(true);
    for (const more of [{}, { redirect_uri: callback }]) {
      const returned = await returnedFor({ request: unsigned({ client_id: "claims", ...more }) });
      expect(returned.get("error")).toBe("request_not_supported");
    }
  });

  test("oidcc-refresh-token: renews the tokens for the same person", async () => {
    const { tokens } = await signedIn({ scope: "openid offline_access", prompt: "consent" });
    const renewed = await application.refresh(tokens.refresh_token);
    expect(renewed.claims()?.sub).toBe(tokens.claims()?.sub);
    expect(renewed.access_token).not.toBe(tokens.access_token);
  });
});

describe("the plan of the configuration profile", () => {
  test("oidcc-discovery-endpoint-verification: publishes what a client needs, and keys", async () => {
    expect(metadata).toMatchObject({
      issuer: `${belair}/oidc`,
      response_types_supported: ["code"],
      subject_types_supported: ["pairwise"],
      id_token_signing_alg_values_supported: expect.arrayContaining(["RS256"]),
      claims_supported: expect.arrayContaining(["sub", "email"]),
      scopes_supported: expect.arrayContaining(["openid"]),
    });
    for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"])
      expect(String(metadata[name]), name).toMatch(`${belair}/oidc/`);
    const { keys } = (await (await server.fetch(new Request(String(metadata.jwks_uri)))).json()) as {
      keys: { kty: string; use: string; d?: string }[];
    };
    expect(keys.map(({ kty, use, d }) => [kty, use, d])).toEqual(expect.arrayContaining([["RSA", "sig", undefined]]));
  });
});

describe("the plans of the logout profiles", () => {
  /** Opens the end of a session and confirms it. Returns where the browser ends, or the page. */
  async function logOut(browser: ReturnType<typeof openBrowser>, parameters: Record<string, string>) {
    const response = await browser.send("GET", `/oidc/logout?${new URLSearchParams(parameters)}`, { headers: html });
    const location = response.headers.get("location");
    const page = await response.text();
    const [, xsrf] = /name="xsrf" value="(\w+)"/.exec(page) ?? [];
    if (xsrf === undefined) return location ?? `${response.status} ${page}`;
    const confirmed = await browser.post("/oidc/logout/confirm", { xsrf, logout: "yes" }, html);
    return confirmed.headers.get("location") ?? "";
  }
  const isSignedIn = (browser: ReturnType<typeof openBrowser>) => browser.cookies.has("PD-H-SESSION-ID");

  test("oidcc-rp-initiated-logout-discovery-endpoint-verification, oidcc-backchannel-…: lists both", () => {
    expect(metadata).toMatchObject({
      end_session_endpoint: `${belair}/oidc/logout`,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  });

  test.each([
    ["oidcc-rp-initiated-logout", { state: "s1", post_logout_redirect_uri: afterLogout }, `${afterLogout}?state=s1`],
    ["oidcc-rp-initiated-logout-no-state", { post_logout_redirect_uri: afterLogout }, afterLogout],
  ] as [string, Record<string, string>, string][])("%s: ends the session and returns", async (_id, parameters, end) => {
    const { browser, tokens } = await signedIn();
    expect(await logOut(browser, { id_token_hint: tokens.id_token ?? "", ...parameters })).toBe(end);
    expect(isSignedIn(browser)).toBe(false);
  });

  test.each<[string, (idToken: string) => Record<string, string>]>([
    ["-no-id-token-hint", () => ({ post_logout_redirect_uri: afterLogout, state: "s1" })],
    ["-no-params", () => ({})],
    ["-no-post-logout-redirect-uri", (idToken) => ({ id_token_hint: idToken, state: "s1" })],
    ["-only-state", () => ({ state: "s1" })],
  ])(
    "oidcc-rp-initiated-logout%s: ends the session after a confirmation, and stays here",
    async (_id, parametersOf) => {
      const { browser, tokens } = await signedIn();
      const end = await logOut(browser, parametersOf(tokens.id_token ?? ""));
      expect(new URL(end, belair).origin).toBe(belair);
      expect(isSignedIn(browser)).toBe(false);
    },
  );

  test.each<[string, (idToken: string) => Record<string, string>]>([
    ["-bad-post-logout-redirect-uri", (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${callback}/no` })],
    [
      "-query-added-to-post-logout-redirect-uri",
      (hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${afterLogout}?extra=foobar` }),
    ],
    ["-bad-id-token-hint", () => ({ id_token_hint: "not.a.token", post_logout_redirect_uri: afterLogout })],
    [
      "-modified-id-token-hint",
      (hint) => ({ id_token_hint: `${hint.slice(0, -6)}AAAAAA`, post_logout_redirect_uri: afterLogout }),
    ],
  ])("oidcc-rp-initiated-logout%s: shows an error page and returns nowhere", async (_id, parametersOf) => {
    const { browser, tokens } = await signedIn();
    expect(await logOut(browser, parametersOf(tokens.id_token ?? ""))).toMatch(/^400 /);
    expect(isSignedIn(browser)).toBe(true);
  });
});
