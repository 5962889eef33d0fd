import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, type JWTVerifyGetKey, jwtVerify } from "jose";
import { authorizationCodeGrant, buildEndSessionUrl, enableNonRepudiationChecks } from "openid-client";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { rotateKeys } from "../../../../test/rotated-keys.ts";
import type { RegisteredClient } from "../oidc/oidc-provider.adapter.ts";
import { Application, afterLogout, belair, claims, follow } from "./test/application.ts";
import { password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, type OidcServer, oidcServer, openBrowser } from "./test/oidc-test-api.ts";

const api = "https://api.example/claims";
const client: RegisteredClient = { ...claims, id: "with-api", resources: [api] };
const brands = await testBrands();
const resources: Brand["resources"] = [{ id: api, scopes: ["claims:read"], signedBy: "RS256" }];
Object.assign(brands.byId("belair") ?? {}, { resources });
const testApi = closeAfterTests(await createOidcTestApi({ brands }, [client]));
const [before] = testApi.servers;
const inStep = (step: 1 | 2) => oidcServer(rotateKeys(testApi, step).deps, [client]);
const [firstStep, secondStep] = [inStep(1), inStep(2)];

/** The keys as an API keeps them that read them from this server and asks no more. */
function keysReadFrom({ fetch }: OidcServer): JWTVerifyGetKey {
  let reads = 0;
  return createRemoteJWKSet(new URL(`${belair}/oidc/jwks`), {
    [customFetch]: async (url, options) => {
      reads += 1;
      if (reads > 1) throw new Error("the keys were read again");
      return fetch(new Request(url, options as RequestInit));
    },
  });
}

async function tokensFrom(server: OidcServer) {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(server);
  await browser.signIn(email, password);
  const application = await Application.discover(server, belair, client);
  return application.signInAgain(browser, {
    scope: "openid claims:read offline_access",
    prompt: "consent",
    resource: api,
  });
}
const kidOf = ({ access_token: token }: { access_token: string }) => decodeProtectedHeader(token).kid;
const verify = ({ access_token: token }: { access_token: string }, keys: JWTVerifyGetKey) =>
  jwtVerify(token, keys, { issuer: `${belair}/oidc`, audience: api, typ: "at+jwt" });

test("A-202 an API that keeps the keys of one step verifies the tokens of the steps beside it", async () => {
  const old = await tokensFrom(before);
  const middle = await tokensFrom(firstStep);
  const renewed = await tokensFrom(secondStep);
  expect(kidOf(middle)).toBe(kidOf(old));
  expect(kidOf(renewed)).not.toBe(kidOf(old));

  const ofBefore = keysReadFrom(before);
  for (const tokens of [old, middle]) await verify(tokens, ofBefore);
  const ofFirst = keysReadFrom(firstStep);
  for (const tokens of [old, middle, renewed]) await verify(tokens, ofFirst);
  const ofSecond = keysReadFrom(secondStep);
  for (const tokens of [old, middle, renewed]) await verify(tokens, ofSecond);
  await expect(verify(renewed, ofBefore)).rejects.toThrow();
});

test("A-202 an application that read the keys in the first step goes on in the second", async () => {
  let server: OidcServer = firstStep;
  const moving = { fetch: (request: Request) => server.fetch(request) };
  const application = await Application.discover(moving, belair, client);
  enableNonRepudiationChecks(application.configuration);
  const { email } = await testApi.createAccount();
  const browser = openBrowser(moving);
  await browser.signIn(email, password);
  const scope = { scope: "openid offline_access", prompt: "consent" };
  const tokens = await application.signInAgain(browser, scope);

  const { url, verifier } = await application.start(scope);
  const returned = await follow(browser, url.href);
  server = secondStep;
  const checks = { pkceCodeVerifier: verifier, expectedState: "kept-state", idTokenExpected: true };
  const late = await authorizationCodeGrant(application.configuration, new URL(returned), checks);
  expect(late.claims()?.sub).toBe(tokens.claims()?.sub);
  expect((await application.refresh(tokens.refresh_token)).claims()?.sub).toBe(tokens.claims()?.sub);
  const end = buildEndSessionUrl(application.configuration, {
    id_token_hint: tokens.id_token ?? "",
    post_logout_redirect_uri: afterLogout,
  });
  const response = await browser.send("GET", end.pathname + end.search, { headers: { accept: "text/html" } });
  expect(response.status).toBeLessThan(400);
});
