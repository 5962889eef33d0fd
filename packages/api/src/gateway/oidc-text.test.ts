import { beforeEach, describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { Application, afterLogout, belair, callback, clientSecret, follow } from "./test/application.ts";
import { createOidcTestApi, openBrowser, signInFor } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [server] = testApi.servers;
const application = await Application.discover(server);
beforeEach(() => {
  testApi.logged.length = 0;
});

const surrogate = JSON.stringify({ id_token: { x: { value: "\ud800" } } });
const nul = JSON.stringify({ userinfo: { "a\u0000b": null } });
const parameters = [
  ["state", "a\u0000b"],
  ["nonce", "a\u0000b"],
  ["login_hint", "a\u0000b@courrier.example"],
  ["ui_locales", "fr\u0000"],
  ["acr_values", "a\u0000b"],
  ["claims", surrogate],
  ["claims", nul],
  ["claims", "\u0000"],
] as const;

async function signedIn() {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(server);
  const { url, verifier } = await application.start();
  const tokens = await application.finish(await signInFor(browser, url, email), verifier);
  return { browser, idToken: tokens.id_token ?? "" };
}

/** The code of the error, from the redirect to the application or from a page. */
const errorOf = (response: string) =>
  response.startsWith("https://claims.example/")
    ? new URL(response).searchParams.get("error")
    : `${response.slice(0, 3)} ${/invalid_request/.exec(response)?.[0]}`;

/** Log lines other than those of a refusal, which is no fault. */
const faultsLogged = () => testApi.logged.filter((line) => !line.includes('"event":"oidc.refused"'));

describe.each(parameters)("a %s that PostgreSQL cannot store (%j)", (name, value) => {
  test.each(["signed in", "signed out"])(
    "A-170 is refused at the authorization of a person who is %s",
    async (state) => {
      const { email } = await testApi.createAccount();
      const browser = state === "signed in" ? (await signedIn()).browser : openBrowser(server);
      const { url } = await application.start({ [name]: value });
      const first = await follow(browser, url.href);
      // Claims of a person who is not signed in are read after the sign-in.
      const response = first === `${belair}/` ? await signInFor(browser, url, email) : first;
      // A parameter that is stored nowhere is ignored.
      if (!new URL(response, belair).searchParams.has("code"))
        expect(errorOf(response)).toMatch(/^(400 )?invalid_request$/);
      expect(faultsLogged()).toEqual([]);
    },
  );
});

describe.each(["state", "ui_locales", "logout_hint", "client_id"])("a NUL in the %s of a sign-out", (name) => {
  test.each(["signed in", "signed out"])("A-170 is refused when the person is %s", async (state) => {
    const { browser, idToken } =
      state === "signed in" ? await signedIn() : { browser: openBrowser(server), idToken: "" };
    const query = new URLSearchParams({
      ...(idToken && { id_token_hint: idToken }),
      post_logout_redirect_uri: afterLogout,
      [name]: "a\u0000b",
    });
    const response = await browser.send("GET", `/oidc/logout?${query}`, { headers: { accept: "text/html" } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('<html lang="fr-CA">');
    expect(faultsLogged()).toEqual([]);
  });
});

test.each(["code", "refresh_token", "code_verifier", "redirect_uri", "scope", "token", "client_id"])(
  "A-170 refuses a NUL in the %s of an application's request",
  async (name) => {
    for (const [endpoint, grant] of [
      ["token", "authorization_code"],
      ["token", "refresh_token"],
      ["token/revocation", ""],
    ]) {
      const body = new URLSearchParams({
        grant_type: grant ?? "",
        client_id: "claims",
        client_secret: clientSecret,
        code: "code",
        refresh_token: "token",
        token: "token",
        redirect_uri: callback,
        [name]: "a\u0000b",
      });
      const response = await server.fetch(new Request(`${belair}/oidc/${endpoint}`, { method: "POST", body }));
      expect([200, 400, 401]).toContain(response.status);
    }
    expect(faultsLogged()).toEqual([]);
  },
);
