import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../../../test/hostile-texts.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { Application, belair, callback, claims, clientSecret } from "./test/application.ts";
import { createOidcTestApi, openBrowser, signInFor } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [server] = testApi.servers;
const application = await Application.discover(server);

/** Parameters of OpenID Connect, OAuth and the gateway, each with a value that is accepted. */
const accepted: Readonly<Record<string, string>> = {
  client_id: claims.id,
  client_secret: clientSecret,
  redirect_uri: callback,
  response_type: "code",
  response_mode: "query",
  scope: "openid email offline_access",
  state: "kept",
  nonce: "kept",
  display: "page",
  prompt: "none",
  max_age: "60",
  ui_locales: "fr-CA",
  claims_locales: "fr",
  id_token_hint: "a.b.c",
  login_hint: "maelle@courrier.example",
  acr_values: "urn:vestibule:passkey",
  claims: '{"id_token":{"acr":{"essential":true}}}',
  code_challenge: "x".repeat(43),
  code_challenge_method: "S256",
  request: "a.b.c",
  request_uri: "urn:x",
  registration: "{}",
  resource: "https://claims.example",
  dpop_jkt: "x",
  grant_type: "authorization_code",
  code: "x",
  code_verifier: "x".repeat(43),
  refresh_token: "x",
  token: "x",
  token_type_hint: "refresh_token",
  access_token: "x",
  post_logout_redirect_uri: "https://claims.example/bye",
  logout_hint: "x",
  xsrf: "x",
  logout: "yes",
  username: "maelle@courrier.example",
  password: "Grand-Vent-42",
  "login-form-type": "pwd",
  ticket: "x",
  URL: "/account",
};
const paths = [
  ...["authorize", "authorize/x", "interaction/x", "token", "token/revocation", "me", "jwks"],
  ...["logout", "logout/confirm", "logout/success", ".well-known/openid-configuration"],
].map((path) => `/oidc/${path}`);
const gatewayPaths = ["/pkmslogin.form", "/pkmslogout", "/pkmspasskey.options", "/pkmspasskey.form"];

/** A text with a part that JSON escapes, so that a value of `claims` is parsed. */
const inClaims = anyText.map((text) => JSON.stringify({ id_token: { acr: { value: text }, [text]: null } }));
const values = fc.oneof(anyText, inClaims).map((text) => text.slice(0, 1000));
/** Most parameters are accepted, so that those with other values pass the first checks. */
const parameters = fc
  .tuple(
    fc.subarray(Object.keys(accepted)),
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(accepted)), values), { minLength: 1, maxLength: 3 }),
  )
  .map(([left, changed]) => {
    const kept = Object.entries(accepted).filter(([name]) => !left.includes(name));
    return new URLSearchParams({ ...Object.fromEntries(kept), ...Object.fromEntries(changed) });
  });

async function signedInBrowser() {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(server);
  const { url, verifier } = await application.start();
  await application.finish(await signInFor(browser, url, email), verifier);
  return browser;
}
const signedIn = await signedInBrowser();

describe.each([...paths, ...gatewayPaths])("%s", (path) => {
  test("A-170 A-173 answers any parameter in a query or a form without a fault", async () => {
    testApi.logged.length = 0;
    const request = async (parameters: URLSearchParams, isSignedIn: boolean) => {
      const browser = isSignedIn ? signedIn : openBrowser(server);
      const headers = { accept: "text/html", origin: belair };
      const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
      const query = `${path}?${parameters}`;
      const responses = [
        await browser.send("GET", query, { headers }),
        await browser.send("POST", path, { headers: form, body: String(parameters) }),
      ];
      for (const { status } of responses) expect(status, query).toBeLessThan(500);
    };
    await fc.assert(fc.asyncProperty(parameters, fc.boolean(), request), { numRuns: 40 });
    expect(testApi.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
