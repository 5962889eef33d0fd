import { limits } from "@vestibule/catalogue/limit.table.ts";
import { decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { fillFor } from "../../../../test/puzzle.ts";
import { lockAccountForUpdate } from "../accounts/account.store.ts";
import { setPassword } from "../accounts/account-change.store.ts";
import {
  Application,
  belair,
  callback,
  claims,
  clientSecret,
  follow,
  intact,
  publicClient,
} from "./test/application.ts";
import { createOidcTestApi, oidcServer, openBrowser, signInFor, userInfo } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi({ clientIpLimitFactor: 1 }));
const [first, second] = testApi.servers;
const application = await Application.discover(first);
const other = await Application.discover(first, belair, publicClient);

async function signedIn() {
  const account = await testApi.createAccount();
  const browser = openBrowser(first);
  const { url, verifier } = await application.start({ scope: "openid offline_access", prompt: "consent" });
  return { ...account, browser, back: await signInFor(browser, url, account.email), verifier };
}

async function withTokens() {
  const signIn = await signedIn();
  return { ...signIn, tokens: await application.finish(signIn.back, signIn.verifier) };
}

/** Sends a token request as curl would; returns status and error. */
async function requestToken(
  form: Record<string, string>,
  { id = "claims", secret = clientSecret, server = first } = {},
) {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(form);
  const response = await server.fetch(new Request(`${belair}/oidc/token`, { method: "POST", headers, body }));
  return {
    status: response.status,
    ...((await response.json()) as { error?: string; access_token?: string; refresh_token?: string }),
  };
}

const grantOf = (back: string, verifier: string) => ({
  grant_type: "authorization_code",
  code: new URL(back).searchParams.get("code") ?? "",
  redirect_uri: callback,
  code_verifier: verifier,
});
const invalidGrant = { status: 400, error: "invalid_grant" };

async function countLockWaits(): Promise<number> {
  const { rows } = await testApi.pool.query(
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].count;
}

async function authorize(changed: Record<string, string | undefined>, browser = openBrowser(first)) {
  const { url } = await application.start();
  for (const [name, value] of Object.entries(changed))
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return follow(browser, url.href);
}
const statusOf = async (accessToken = "") => (await userInfo(first, accessToken)).status;

describe("redirect URIs", () => {
  test.each([
    ["another host", "https://evil.example/callback"],
    ["another path", `${callback}/more`],
    ["a query", `${callback}?next=https://evil.example`],
    ["user information", "https://claims.example@evil.example/callback"],
    ["another scheme", "http://claims.example/callback"],
    ["none", undefined],
  ])("A-220 refuses %s on an error page, without a redirect", async (_name, redirectUri) => {
    const page = await authorize({ redirect_uri: redirectUri });
    expect(page).toMatch(/^400 /);
    expect(page).toContain("Nous n’avons pas pu terminer l’ouverture de session");
    expect(page).not.toContain("evil.example");
  });

  test("A-221 does not redirect to an unregistered URL after a sign-out", async () => {
    const { browser, tokens } = await withTokens();
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: "https://evil.example/",
    });
    expect(await follow(browser, `${belair}/oidc/logout?${query}`)).toMatch(/^400 /);
  });

  test("A-221 ignores such a URL of an unnamed application", async () => {
    const query = new URLSearchParams({ post_logout_redirect_uri: "https://evil.example/" });
    const page = await follow(openBrowser(first), `${belair}/oidc/logout?${query}`);
    expect(page).toMatch(/^200 /);
    expect(page).toContain("Votre session est fermée");
  });
});

describe("PKCE", () => {
  test.each([
    ["no challenge", { code_challenge: undefined, code_challenge_method: undefined }],
    ["the plain method", { code_challenge_method: "plain" }],
    ["no method", { code_challenge_method: undefined }],
  ])("A-222 refuses %s", async (_name, changed) => {
    const { browser } = await signedIn();
    expect(new URL(await authorize(changed, browser)).searchParams.get("error")).toBe("invalid_request");
  });

  test("A-222 refuses a code without its verifier or with another one", async () => {
    const { back } = await signedIn();
    expect(await requestToken(grantOf(back, "x".repeat(43)))).toMatchObject(invalidGrant);
    const { code_verifier: _verifier, ...without } = grantOf(back, "");
    expect((await requestToken(without)).error).toMatch(/invalid_grant|invalid_request/);
  });
});

describe("authorization codes", () => {
  test("A-223 revokes everything when a code is used again", async () => {
    const { back, verifier, tokens } = await withTokens();
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect(await requestToken(grantOf(back, verifier))).toMatchObject(invalidGrant);
    expect(await statusOf(tokens.access_token)).toBe(401);
    await expect(application.refresh(tokens.refresh_token)).rejects.toMatchObject({
      error: "invalid_grant",
    });
  });

  test("A-223 accepts one of many parallel uses on two servers, and revokes what it issued", async () => {
    const { back, verifier } = await signedIn();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        requestToken(grantOf(back, verifier), { server: index % 2 === 0 ? first : second }),
      ),
    );
    const accepted = results.filter(({ status }) => status === 200);
    expect(accepted.length).toBeLessThanOrEqual(1);
    for (const { access_token: token } of accepted) expect(await statusOf(token)).toBe(401);
  });

  test("A-224 refuses the code of another application", async () => {
    const { back, verifier } = await signedIn();
    const { configuration } = other;
    const form = { ...grantOf(back, verifier), client_id: configuration.clientMetadata().client_id };
    const body = new URLSearchParams(form);
    const response = await first.fetch(new Request(`${belair}/oidc/token`, { method: "POST", body }));
    expect(await response.json()).toMatchObject({ error: "invalid_grant" });
  });

  test("A-225 refuses a code after a minute", async () => {
    const { back, verifier } = await signedIn();
    await testApi.moveClock(61);
    expect(await requestToken(grantOf(back, verifier))).toMatchObject(invalidGrant);
  });
});

describe("refresh tokens", () => {
  const refreshForm = (token = "") => ({ grant_type: "refresh_token", refresh_token: token });

  test("A-226 revokes everything when one is used again after half a minute", async () => {
    const { tokens } = await withTokens();
    const renewed = await application.refresh(tokens.refresh_token);
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    await testApi.moveClock(31);
    expect(await requestToken(refreshForm(tokens.refresh_token))).toMatchObject(invalidGrant);
    expect(await requestToken(refreshForm(renewed.refresh_token))).toMatchObject(invalidGrant);
    expect(await statusOf(renewed.access_token)).toBe(401);
  });

  test("answers one that is used again within half a minute with the same successor, on each server", async () => {
    const { tokens } = await withTokens();
    const renewed = await application.refresh(tokens.refresh_token);
    await testApi.moveClock(15);
    const repeated = await requestToken(refreshForm(tokens.refresh_token), { server: second });
    expect(repeated).toMatchObject({ status: 200, refresh_token: renewed.refresh_token });
    expect(await statusOf(repeated.access_token)).toBe(200);
    const next = await requestToken(refreshForm(renewed.refresh_token));
    expect(next.status).toBe(200);
    expect(next.refresh_token).not.toBe(renewed.refresh_token);
  });

  test("answers one that is used in parallel with one successor", async () => {
    const { tokens } = await withTokens();
    const results = await Promise.all(
      [first, second, first, second].map((server) => requestToken(refreshForm(tokens.refresh_token), { server })),
    );
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(results.map(({ refresh_token: token }) => token)).size).toBe(1);
    expect(await requestToken(refreshForm(results[0]?.refresh_token))).toMatchObject({ status: 200 });
  });

  test("A-226 refuses another client within half a minute, which revokes nothing", async () => {
    const { tokens } = await withTokens();
    const renewed = await application.refresh(tokens.refresh_token);
    const stolen = await requestToken(refreshForm(tokens.refresh_token), { id: "travel" });
    expect(stolen).toMatchObject(invalidGrant);
    expect(stolen).not.toHaveProperty("refresh_token");
    expect(await requestToken(refreshForm(renewed.refresh_token))).toMatchObject({ status: 200 });
  });

  test("does not reveal the successor to a revocation of the used one", async () => {
    const { tokens } = await withTokens();
    await application.refresh(tokens.refresh_token);
    const headers = { authorization: `Basic ${Buffer.from(`claims:${clientSecret}`).toString("base64")}` };
    const body = new URLSearchParams({ token: tokens.refresh_token ?? "" });
    const request = new Request(`${belair}/oidc/token/revocation`, { method: "POST", headers, body });
    expect(await (await first.fetch(request)).text()).toBe("");
  });

  test("A-226 survives a sign-out, and ends with a new password", async () => {
    const { id, browser, tokens } = await withTokens();
    await browser.get("/pkmslogout");
    const renewed = await application.refresh(tokens.refresh_token);
    const passwordHash = await testApi.deps.hashing.hash("Autre-Vent-43");
    await testApi.database
      .transaction()
      .execute((transaction) => setPassword(transaction, { accountId: id, passwordHash }));
    const form = { grant_type: "refresh_token", refresh_token: renewed.refresh_token ?? "" };
    expect(await requestToken(form)).toMatchObject(invalidGrant);
  });

  test("A-226 are not issued to an authorization that was in flight during a new password", async () => {
    const { id, browser } = await withTokens();
    const passwordHash = await testApi.deps.hashing.hash("Autre-Vent-43");
    const { url } = await application.start({ scope: "openid offline_access", prompt: "consent" });
    const { authorizing } = await testApi.database.transaction().execute(async (transaction) => {
      await lockAccountForUpdate(transaction, id);
      const authorizing = follow(browser, url.href);
      await expect.poll(countLockWaits, { timeout: 20_000 }).toBe(1);
      await setPassword(transaction, { accountId: id, passwordHash });
      return { authorizing };
    });
    const back = new URL(await authorizing);
    expect(back.searchParams.get("error")).toBe("login_required");
    expect(back.searchParams.get("code")).toBeNull();
  });

  test("stops for a disabled account", async () => {
    const { id, tokens } = await withTokens();
    await testApi.pool.query("update account set disabled = true where id = $1", [id]);
    const form = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    expect(await requestToken(form)).toMatchObject(invalidGrant);
  });
});

describe("clients", () => {
  test("A-227 refuses a wrong secret and a missing one", async () => {
    const { back, verifier } = await signedIn();
    expect(await requestToken(grantOf(back, verifier), { secret: "another" })).toMatchObject({
      status: 401,
      error: "invalid_client",
    });
    const body = new URLSearchParams({ ...grantOf(back, verifier), client_id: "claims" });
    const response = await first.fetch(new Request(`${belair}/oidc/token`, { method: "POST", body }));
    expect(response.status).toBe(401);
  });

  test("A-158 lets a page read tokens only at the origin of its application's redirect URLs", async () => {
    const { email } = await testApi.createAccount();
    const ownOrigin = new URL(other.redirectUri).origin;
    for (const origin of [ownOrigin, "https://evil.example", `${ownOrigin}.evil.example`, "null"]) {
      const { url, verifier } = await other.start();
      const back = await signInFor(openBrowser(first), url, email);
      const grant = { ...grantOf(back, verifier), redirect_uri: other.redirectUri, client_id: publicClient.id };
      const sent = { method: "POST", headers: { origin }, body: new URLSearchParams(grant) };
      const response = await first.fetch(new Request(`${belair}/oidc/token`, sent));
      const isOwn = origin === ownOrigin;
      expect(response.headers.get("access-control-allow-origin"), origin).toBe(isOwn ? ownOrigin : null);
      expect(response.headers.get("access-control-allow-credentials"), origin).toBeNull();
      expect("id_token" in ((await response.json()) as object), origin).toBe(isOwn);
    }
  });

  test("A-228 accepts an application under its own brand only", async () => {
    const { url } = await application.start({ client_id: "travel" });
    expect(await follow(openBrowser(first), url.href)).toBe(`${belair}/`);
    const page = await follow(openBrowser(first, intact), url.href.replace(belair, intact), intact);
    expect(page).toMatch(/^400 /);
    expect(page).toContain("Nous n’avons pas pu terminer l’ouverture de session");
  });

  test("A-228 refuses an access token of one brand at another", async () => {
    const { tokens } = await withTokens();
    expect((await userInfo(first, tokens.access_token, intact)).status).toBe(401);
  });
});

describe("tokens", () => {
  test("A-229 signs with RS256 and refuses a hint without a signature", async () => {
    const { browser, tokens } = await withTokens();
    expect(decodeProtectedHeader(tokens.id_token ?? "").alg).toBe("RS256");
    const [, payload] = (tokens.id_token ?? "").split(".");
    const header = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const query = new URLSearchParams({ id_token_hint: `${header}.${payload}.` });
    expect(await follow(browser, `${belair}/oidc/logout?${query}`)).toMatch(/^400 /);
  });

  test("A-229 stores no code or token", async () => {
    const { back, tokens } = await withTokens();
    const { rows } = await testApi.pool.query("select row_to_json(oidc_artifact)::text as stored from oidc_artifact");
    const stored = rows.map((row) => row.stored).join("\n");
    for (const secret of [new URL(back).searchParams.get("code"), tokens.access_token, tokens.refresh_token])
      expect(stored).not.toContain(secret);
  });

  test("A-230 finishes an interaction only in the browser that began it", async () => {
    const victim = await testApi.createAccount();
    const attacker = openBrowser(first);
    const { url } = await application.start();
    await follow(attacker, url.href);
    const interaction = attacker.cookies.get("oidc-interactions");
    const browser = openBrowser(first);
    await browser.signIn(victim.email, "Grand-Vent-42");
    const page = await follow(browser, `/oidc/interaction/${interaction}`);
    expect(page).toMatch(/^400 /);
    expect(page).toContain("Cette ouverture de session ne peut pas se terminer");
    expect(await follow(browser, `/oidc/authorize/${interaction}`)).toMatch(/^400 /);
  });
});

describe("limits", () => {
  const headers = { "x-vestibule-client-ip": "198.51.100.77" };

  const { limit } = limits.oidcClientRefused;
  /** Sends a form to an endpoint of applications from a host of a network. Returns the status and the error. */
  const sendForm = async (endpoint: string, form: Record<string, string>, clientIp: string) => {
    const body = new URLSearchParams(form);
    const request = { method: "POST", body, headers: { "x-vestibule-client-ip": clientIp } };
    const response = await first.fetch(new Request(`${belair}/oidc/${endpoint}`, request));
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    return { status: response.status, error };
  };
  const inventedCode = { grant_type: "authorization_code", code: "invented", code_verifier: "x".repeat(43) };
  const ofClaims = { ...inventedCode, client_id: "claims", redirect_uri: callback };

  test("A-231 counts no invented code of an application with the right secret", async () => {
    const signIn = await signedIn();
    const invented = { ...ofClaims, client_secret: clientSecret };
    for (let count = 0; count <= limit; count += 1)
      expect(await sendForm("token", invented, "198.51.1.1")).toEqual({ status: 400, error: "invalid_grant" });
    expect(await sendForm("token", { ...ofClaims, client_secret: "guess" }, "198.51.1.1")).toMatchObject({
      status: 401,
    });
    const { code, code_verifier: verifier } = grantOf(signIn.back, signIn.verifier) as Record<string, string>;
    const right = { ...invented, code: code ?? "", code_verifier: verifier ?? "" };
    expect(await sendForm("token", right, "198.51.1.1")).toMatchObject({ status: 200 });
  });

  test.each(["token", "token/revocation"])("A-231 limits wrong secrets at %s by application", async (endpoint) => {
    const server = oidcServer(testApi.deps, [{ ...claims, id: endpoint }]);
    const guess = async (host: number, secret = "guess") => {
      const form = {
        ...inventedCode,
        client_id: endpoint,
        client_secret: secret,
        token: "guess",
        redirect_uri: callback,
      };
      const headers = { "x-vestibule-client-ip": `198.51.${host}.1` };
      const request = { method: "POST", body: new URLSearchParams(form), headers };
      return (await server.fetch(new Request(`${belair}/oidc/${endpoint}`, request))).status;
    };
    for (let count = 0; count < limit; count += 1) expect(await guess(count)).toBe(401);
    expect(await guess(200)).toBe(429);
    expect(await guess(200, clientSecret)).toBe(endpoint === "token" ? 400 : 200);
    expect(
      await sendForm(endpoint, { ...ofClaims, client_secret: "guess", token: "guess" }, "198.51.200.1"),
    ).toMatchObject({
      status: 401,
    });
  });

  test("A-231 limits invented codes of a public application by application and network", async () => {
    const { email } = await testApi.createAccount();
    const { url, verifier } = await other.start();
    const back = await signInFor(openBrowser(first), url, email);
    const ofQuotes = { ...inventedCode, client_id: "quotes", redirect_uri: other.redirectUri };
    for (let count = 0; count < limit; count += 1)
      expect(await sendForm("token", ofQuotes, `198.51.7.${count}`)).toMatchObject({ status: 400 });
    expect(await sendForm("token", ofQuotes, "198.51.7.200")).toEqual({
      status: 429,
      error: "temporarily_unavailable",
    });
    expect(await sendForm("token", ofQuotes, "198.51.8.1")).toMatchObject({ status: 400 });
    const right = { ...ofQuotes, code: new URL(back).searchParams.get("code") ?? "", code_verifier: verifier };
    expect(await sendForm("token", right, "198.51.7.1")).toMatchObject({ status: 200 });
  });

  test("A-231 limits invented applications by network", async () => {
    const guess = (count: number, network: number) =>
      sendForm("token", { ...inventedCode, client_id: `invented-${count}` }, `198.51.${network}.1`);
    for (let count = 0; count < limit; count += 1) expect(await guess(count, 9)).toMatchObject({ status: 401 });
    expect(await guess(limit, 9)).toMatchObject({ status: 429 });
    expect(await guess(limit, 10)).toMatchObject({ status: 401 });
  });

  test("A-231 has no other endpoint at which the secret of an application could be guessed", async () => {
    const response = await first.fetch(new Request(`${belair}/oidc/.well-known/openid-configuration`));
    const metadata = Object.entries(await response.json());
    const endpoints = metadata.filter(([name]) => name.endsWith("_endpoint")).map(([, url]) => String(url));
    expect(endpoints.map((url) => url.replace(`${belair}/oidc`, "")).sort()).toEqual([
      "/authorize",
      "/logout",
      "/me",
      "/par",
      "/token",
      "/token/introspection",
      "/token/revocation",
    ]);
  });

  test.each(["token/", "TOKEN", "token/Revocation", "authorize/", "Authorize", "logout/confirm/"])(
    "A-231 does not answer at %s, which no limit would count",
    async (endpoint) => {
      for (const method of ["GET", "POST"])
        expect((await first.fetch(new Request(`${belair}/oidc/${endpoint}`, { method }))).status).toBe(404);
    },
  );

  test("A-231 refuses too many authorization requests from one client IP", async () => {
    const { url } = await application.start({ prompt: "none" });
    const request = async () => (await first.fetch(new Request(url, { headers }))).status;
    await fillFor(testApi, headers["x-vestibule-client-ip"], "oidcAuthorizeClientIp", 298 / 300);
    for (let count = 0; count < 2; count += 1) expect(await request()).toBe(303);
    expect(await request()).toBe(503);
  });
});

describe("hosts", () => {
  test("sends people back to an application at a brand's host below localhost, as in demo mode", async () => {
    const redirectUri = "http://belair.localhost:3000/demo/application/callback";
    const server = oidcServer(testApi.deps, [{ ...claims, id: "demo", redirectUris: [redirectUri] }]);
    const { url } = await application.start({ client_id: "demo", redirect_uri: redirectUri, prompt: "none" });
    const response = await server.fetch(new Request(url));
    expect(response.headers.get("location")).toContain(`${redirectUri}?error=login_required`);
  });

  test("A-232 is its own issuer only at an origin that the brand lists", async () => {
    const brands = await brandsWithHost("portal.belair.example");
    const { fetch } = oidcServer({ ...testApi.deps, mode: "production", brands });
    const discover = async (origin: string) =>
      (await fetch(new Request(`${origin}/oidc/.well-known/openid-configuration`))).status;
    expect(await discover("https://portal.belair.example")).toBe(200);
    expect(await discover("https://evil.example")).toBe(404);
    expect(await discover("http://portal.belair.example")).toBe(404);
  });

  test("A-232 takes the issuer from the brand's origin behind a proxy", async () => {
    const request = new Request("http://10.0.0.7:3000/oidc/.well-known/openid-configuration", {
      headers: { "x-vestibule-origin": belair, "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    });
    const metadata = await (await first.fetch(request)).json();
    expect(metadata).toMatchObject({ issuer: `${belair}/oidc`, token_endpoint: `${belair}/oidc/token` });
  });
});

async function brandsWithHost(host: string) {
  const { brands } = testApi.deps;
  const brand = { ...brands.defaultBrand, hosts: [host] };
  return { ...brands, byHost: () => brand, byId: () => brand };
}
