import { decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../test/links.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { newPerson } from "../../../../test/registration.ts";
import type { RegisteredClient } from "../oidc/oidc-provider.adapter.ts";
import { Application, afterLogout, belair, claims, follow, publicClient } from "./test/application.ts";
import { password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, openBrowser } from "./test/oidc-test-api.ts";

const callback = "https://moved.example/callback";
const moved: RegisteredClient = {
  ...claims,
  id: "moved",
  redirectUris: [callback],
  sectorIdentifierUri: "https://claims.example/hosts.json",
  idTokenSignedResponseAlg: "ES256",
};
const app: RegisteredClient = {
  ...publicClient,
  id: "app",
  redirectUris: ["com.acme.claims:/callback", "https://app.example/callback", "http://127.0.0.1/callback"],
  postLogoutRedirectUris: ["com.acme.claims:/bye"],
  sectorIdentifierUri: "https://claims.example/",
};
const testApi = closeAfterTests(await createOidcTestApi({}, [moved, app]));
const [server] = testApi.servers;
const application = await Application.discover(server);

async function signedInBrowser() {
  const { email, id } = await testApi.createAccount();
  const browser = openBrowser(server);
  await browser.signIn(email, password);
  return { browser, id };
}

describe("an application", () => {
  test("receives ID tokens signed with RS256, or with what its file says", async () => {
    const { browser } = await signedInBrowser();
    const other = await Application.discover(server, belair, moved);
    const algorithms = [];
    for (const one of [application, other])
      algorithms.push(decodeProtectedHeader((await one.signInAgain(browser)).id_token ?? "").alg);
    expect(algorithms).toEqual(["RS256", "ES256"]);
    const { id_token_signing_alg_values_supported: listed } = application.configuration.serverMetadata();
    expect(listed).toEqual(["RS256", "ES256"]);
  });

  test.each(["com.acme.claims:/callback", "http://127.0.0.1:50123/callback", "https://app.example/callback"])(
    "on a device signs people in by %s",
    async (redirectUri) => {
      const { browser } = await signedInBrowser();
      const { id, secret } = app;
      const onDevice = await Application.discover(server, belair, { id, secret, redirectUris: [redirectUri] });
      expect((await onDevice.signInAgain(browser)).claims()?.sub).toBeDefined();
    },
  );

  test("on a device sends people back to itself after a logout", async () => {
    const { browser } = await signedInBrowser();
    const onDevice = await Application.discover(server, belair, app);
    const { id_token: hint = "" } = await onDevice.signInAgain(browser);
    const query = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: "com.acme.claims:/bye" });
    const page = await browser.send("GET", `/oidc/logout?${query}`, { headers: { accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("/oidc/logout/confirm")]);
  });

  test("A-480 with a scheme of its own is not read by a page whose origin is hidden", async () => {
    const headers = { origin: "null", "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "x", client_id: "app" });
    const request = new Request(`${belair}/oidc/token`, { method: "POST", headers, body });
    const response = await server.fetch(request);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each([
    ["http://127.0.0.1:5173", true],
    ["http://127.0.0.1", true],
    ["https://app.example", true],
    ["http://localhost:5173", false],
    ["https://127.0.0.1:5173", false],
    ["https://app.example:5173", false],
    ["http://127.0.0.1.evil.example:5173", false],
  ])("in a page at %s may read its tokens, where it may return to: %s", async (origin, isReadable) => {
    const body = new URLSearchParams({ client_id: app.id, grant_type: "authorization_code", code: "none" });
    const request = new Request(`${belair}/oidc/token`, { method: "POST", headers: { origin }, body });
    const response = await server.fetch(request);
    expect(response.headers.get("access-control-allow-origin")).toBe(isReadable ? origin : null);
  });

  test("keeps the subjects of its people at another host by its sectorIdentifierUri", async () => {
    const { browser } = await signedInBrowser();
    const before = (await application.signInAgain(browser)).claims()?.sub;
    const after = await (await Application.discover(server, belair, moved)).signInAgain(browser);
    expect(after.claims()?.sub).toBe(before);
  });

  test("receives names and flat policies of the scopes profile and policies", async () => {
    const { browser, id } = await signedInBrowser();
    const { rows } = await testApi.pool.query("select first_name, last_name from account where id = $1", [id]);
    const tokens = await application.signInAgain(browser, { scope: "openid profile policies" });
    expect(tokens.claims()).toMatchObject({
      given_name: rows[0].first_name,
      family_name: rows[0].last_name,
      policies_flat: ["belair:K3M4821:policyHolder"],
    });
    const without = await application.signInAgain(browser, { scope: "openid" });
    for (const claim of ["given_name", "family_name", "policies_flat", "email_verified"])
      expect(without.claims()).not.toHaveProperty(claim);
  });
});

test("A-486 an application learns no policy that the insurer has given to another person", async () => {
  const person = await newPerson(testApi);
  const { policyNumber } = person.policy;
  await accountOf(testApi, person);
  const browser = openBrowser(server);
  await browser.signIn(person.email, password);
  const policies = async () =>
    (await application.signInAgain(browser, { scope: "openid policies" })).claims()?.policies_flat;
  expect(await policies()).toEqual([`belair:${policyNumber}:policyHolder`]);
  await testApi.pool.query("delete from book_row where id = $1", [person.rowId]);
  await newPerson(testApi, { policy_number: policyNumber, first_name: "Maude" });
  expect(await policies()).toEqual([]);
});

describe("a refused request of an application", () => {
  const refusalsIn = (lines: readonly string[]) =>
    lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "oidc.refused");

  test.each([
    [
      "an authorization",
      "/oidc/authorize?client_id=claims&response_type=code&redirect_uri=https://evil.example/",
      "claims",
      "authorize",
      "invalid_redirect_uri",
    ],
    [
      "an authorization of an unknown application",
      "/oidc/authorize?client_id=none",
      "unknown",
      "authorize",
      "invalid_client",
    ],
    [
      "a sign-out",
      `/oidc/logout?client_id=claims&post_logout_redirect_uri=${afterLogout}x`,
      "claims",
      "logout",
      "invalid_request",
    ],
  ])("is logged and counted: %s", async (_what, url, client, endpoint, error) => {
    const before = testApi.logged.length;
    expect(await follow(openBrowser(server), url)).toMatch(/^400 /);
    const refusal = { brand: "belair", application: client, endpoint, error };
    expect(refusalsIn(testApi.logged.slice(before))).toMatchObject([
      { level: "warn", brand: "belair", client, route: endpoint, result: error, reason: expect.stringMatching(/./) },
    ]);
    const { text } = await testApi.deps.metrics.describe();
    const labels = Object.entries(refusal)
      .map(([name, value]) => `${name}="${value}"`)
      .join();
    expect(text).toContain(`vestibule_application_requests_refused_total{${labels}} 1`);
  });

  test("is logged with the reason and without a secret when it is for a token", async () => {
    const before = testApi.logged.length;
    const headers = { authorization: `Basic ${Buffer.from("claims:a-wrong-secret").toString("base64")}` };
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: "a-code-of-somebody",
      redirect_uri: callback,
    });
    await server.fetch(new Request(`${belair}/oidc/token`, { method: "POST", headers, body }));
    const lines = testApi.logged.slice(before);
    expect(refusalsIn(lines)).toMatchObject([
      { client: "claims", route: "token", result: "invalid_client", reason: expect.stringContaining("secret") },
    ]);
    expect(lines.join()).not.toMatch(/a-wrong-secret|a-code-of-somebody/);
  });

  test("names the sign-out where a sign-out is refused", async () => {
    const { browser } = await signedInBrowser();
    const page = await follow(browser, "/oidc/logout?client_id=none&ui_locales=en");
    expect(page).toContain("You’re still logged in here");
    expect(page).toContain("Votre session est toujours ouverte ici");
    expect(page).not.toContain("We couldn’t complete this login");
  });

  test.each([
    ["de EN-ca fr", "en-CA"],
    ["enm fr en", "fr-CA"],
    ["FR", "fr-CA"],
    ["en", "en-CA"],
    ["de_CH en_CA fr_CA", "en-CA"],
  ])("is shown in the first language of ui_locales that the page has: %s", async (locales, language) => {
    const { browser } = await signedInBrowser();
    for (const path of ["/oidc/authorize", "/oidc/logout"]) {
      const page = await follow(browser, `${path}?${new URLSearchParams({ client_id: "none", ui_locales: locales })}`);
      expect(page, path).toContain(`<html lang="${language}">`);
    }
  });
});
