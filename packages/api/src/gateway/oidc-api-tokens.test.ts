import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { createRemoteJWKSet, generateKeyPair, customFetch as joseFetch, jwtVerify, SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { fillFor } from "../../../../test/puzzle.ts";
import type { RegisteredClient } from "../oidc/oidc-provider.adapter.ts";
import {
  Application,
  belair,
  claims,
  clientKeys,
  clientSecret,
  follow,
  intact,
  keyClient,
  publicClient,
  pushedParameters,
  pushedWith,
} from "./test/application.ts";
import { password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, oidcServer, openBrowser, userInfo } from "./test/oidc-test-api.ts";

const claimsApi = "https://api.example/claims";
const letters = "https://api.example/letters";

const withApi: RegisteredClient = { ...claims, id: "with-api", resources: [claimsApi, letters] };
const pushing: RegisteredClient = { ...claims, id: "pushing", requiresPushedRequests: true };

const brands = await testBrands();
const resources: Brand["resources"] = [
  { id: claimsApi, scopes: ["claims:read", "claims:write"], signedBy: "RS256" },
  { id: letters, audience: "letters", scopes: ["letters:read"], signedBy: "ES256" },
];
Object.assign(brands.byId("belair") ?? {}, { resources });

const testApi = closeAfterTests(await createOidcTestApi({ brands }, [keyClient, withApi, pushing]));
const [server] = testApi.servers;
const call = async (url: string, options: object) => server.fetch(new Request(url, options as RequestInit));
const insecure = { [oauth.customFetch]: call as never, [oauth.allowInsecureRequests]: true } as const;
const issuer = new URL(`${belair}/oidc`);
const metadata = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
const secretOf = oauth.ClientSecretBasic(clientSecret);

const jwks = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ""), { [joseFetch]: call as never });
/** Checks an access token as an API does. */
const verify = (token: string, audience: string) =>
  jwtVerify(token, jwks, { issuer: metadata.issuer, audience, typ: "at+jwt" });

async function signedInBrowser(origin = belair, at = server) {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(at, origin);
  await browser.signIn(email, password);
  return browser;
}
const tokensOf = async (client: RegisteredClient, parameters: Record<string, string>) =>
  (await Application.discover(server, belair, client)).signInAgain(await signedInBrowser(), parameters);

describe("an access token for a resource", () => {
  test("is verified by the API, with the scopes that the application asked for and the resource has", async () => {
    const scope = "openid claims:read claims:delete";
    const tokens = await tokensOf(withApi, { scope, resource: claimsApi });
    const { payload, protectedHeader } = await verify(tokens.access_token, claimsApi);
    expect(protectedHeader).toMatchObject({ alg: "RS256", typ: "at+jwt" });
    expect(payload).toMatchObject({ client_id: "with-api", scope: "claims:read", sub: tokens.claims()?.sub });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600);
    const signIn = { acr: "urn:vestibule:password", amr: ["pwd"], auth_time: tokens.claims()?.auth_time };
    expect(payload).toMatchObject(signIn);
  });

  test("has the audience and algorithm of its resource, and no other API accepts it", async () => {
    const { access_token: token } = await tokensOf(withApi, { scope: "openid letters:read", resource: letters });
    expect((await verify(token, "letters")).protectedHeader.alg).toBe("ES256");
    await expect(verify(token, claimsApi)).rejects.toMatchObject({ code: "ERR_JWT_CLAIM_VALIDATION_FAILED" });
    expect((await userInfo(server, token)).status).toBe(401);
  });

  test("is renewed by a refresh token for the same resource", async () => {
    const application = await Application.discover(server, belair, withApi);
    const scope = "openid offline_access claims:read";
    const tokens = await application.signInAgain(await signedInBrowser(), {
      scope,
      resource: claimsApi,
      prompt: "consent",
    });
    const renewed = await application.refresh(tokens.refresh_token);
    const signIn = { acr: "urn:vestibule:password", auth_time: tokens.claims()?.auth_time };
    expect((await verify(renewed.access_token, claimsApi)).payload).toMatchObject({ scope: "claims:read", ...signIn });
  });

  test.each([
    ["a resource that does not exist", withApi, "https://api.example/none"],
    ["a resource that its file does not name", claims, claimsApi],
    ["a resource, of a public application without any", publicClient, claimsApi],
  ])("A-294 is refused for %s", async (_what, client, resource) => {
    const application = await Application.discover(server, belair, client);
    const { url } = await application.start({ scope: "openid claims:read", resource });
    expect(await follow(await signedInBrowser(), url.href)).toContain("error=invalid_target");
  });

  test("A-294 is refused for the resource of another brand", async () => {
    const application = await Application.discover(server, intact, withApi);
    const { url } = await application.start({ scope: "openid", resource: claimsApi });
    expect(await follow(openBrowser(server, intact), url.href, intact)).toContain("error=invalid_target");
  });
});

describe("an access token without a resource", () => {
  const introspect = async (token: string, client = { client_id: "claims" }) =>
    oauth.processIntrospectionResponse(
      metadata,
      client,
      await oauth.introspectionRequest(metadata, client, secretOf, token, insecure),
    );

  test("is introspected by its application alone, until it revokes it", async () => {
    const { access_token: token } = await tokensOf(claims, { scope: "openid email" });
    expect(await introspect(token)).toMatchObject({ active: true, client_id: "claims", scope: "openid email" });
    expect(await introspect(token, { client_id: "with-api" })).toEqual({ active: false });
    const revoked = await oauth.revocationRequest(metadata, { client_id: "claims" }, secretOf, token, insecure);
    // oidc-client-ts fails at a type other than JSON, even if nothing follows.
    expect(revoked.headers.get("content-type")).toBeNull();
    await oauth.processRevocationResponse(revoked);
    expect(await introspect(token)).toEqual({ active: false });
  });

  test("A-295 is not revoked by another application", async () => {
    const { access_token: token } = await tokensOf(claims, { scope: "openid" });
    const other = { client_id: "with-api" };
    const response = await oauth.revocationRequest(metadata, other, secretOf, token, insecure);
    await oauth.processRevocationResponse(response).catch(() => undefined);
    expect(await introspect(token)).toMatchObject({ active: true });
  });

  test("A-295 is not introspected with a wrong secret, without one, or by a public application", async () => {
    const { access_token: token } = await tokensOf(claims, { scope: "openid" });
    const introspect = (body: Record<string, string>) =>
      call(metadata.introspection_endpoint ?? "", { method: "POST", body: new URLSearchParams({ token, ...body }) });
    expect((await introspect({ client_id: "claims", client_secret: "a guess" })).status).toBe(401);
    expect((await introspect({ client_id: "claims" })).status).toBe(401);
    const { access_token: own } = await tokensOf(publicClient, { scope: "openid" });
    const byPublic = await introspect({ client_id: publicClient.id, token: own });
    expect(await byPublic.json()).toEqual({ active: false });
  });
});

describe("an application with a key", () => {
  const client = { client_id: keyClient.id };
  const push = async (authentication: oauth.ClientAuth, who: oauth.Client = client) =>
    oauth.processPushedAuthorizationResponse(
      metadata,
      who,
      await oauth.pushedAuthorizationRequest(
        metadata,
        who,
        authentication,
        new URLSearchParams(pushedParameters),
        insecure,
      ),
    );

  const signAssertion = (jti: string) =>
    new SignJWT({ jti })
      .setProtectedHeader({ alg: "ES256" })
      .setIssuer(keyClient.id)
      .setSubject(keyClient.id)
      .setAudience(metadata.issuer)
      .setIssuedAt()
      .setExpirationTime("1m")
      .sign(clientKeys.privateKey);
  const send = (assertion: string, at = testApi.servers[0]) =>
    at.fetch(
      new Request(metadata.pushed_authorization_request_endpoint ?? "", {
        method: "POST",
        body: pushedWith(assertion),
      }),
    );

  test("pushes its request by private_key_jwt, and the person signs in with it once", async () => {
    const pushed = await push(oauth.PrivateKeyJwt(clientKeys.privateKey));
    const query = new URLSearchParams({ client_id: keyClient.id, request_uri: pushed.request_uri });
    const browser = await signedInBrowser();
    const returned = new URL(await follow(browser, `${belair}/oidc/authorize?${query}`));
    expect(returned.searchParams.get("code")).toEqual(expect.any(String));
    expect(await follow(browser, `${belair}/oidc/authorize?${query}`)).not.toContain("code=");
  });

  test("A-484 has its pushed request answered once, in ten browsers at once and at two servers", async () => {
    const pushed = await push(oauth.PrivateKeyJwt(clientKeys.privateKey));
    const query = new URLSearchParams({ client_id: keyClient.id, request_uri: pushed.request_uri });
    const browsers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signedInBrowser(belair, testApi.servers[index % 2])),
    );
    const ends = await Promise.all(browsers.map((browser) => follow(browser, `${belair}/oidc/authorize?${query}`)));
    expect(ends.filter((end) => end.includes("code="))).toHaveLength(1);
  });

  test("A-484 is not answered for the pushed request of another application", async () => {
    const pushed = await push(oauth.PrivateKeyJwt(clientKeys.privateKey));
    const query = new URLSearchParams({ client_id: claims.id, request_uri: pushed.request_uri });
    expect(await follow(await signedInBrowser(), `${belair}/oidc/authorize?${query}`)).not.toContain("code=");
  });

  test("A-295 is refused with another key, and with an assertion that it sent before", async () => {
    const other = await generateKeyPair("ES256");
    await expect(push(oauth.PrivateKeyJwt(other.privateKey))).rejects.toMatchObject({ error: "invalid_client" });
    const assertion = await signAssertion("once");
    expect([(await send(assertion)).status, (await send(assertion)).status]).toEqual([201, 401]);
  });

  test("A-465 sends an assertion 20 times at once to two servers, and is accepted once", async () => {
    const assertion = await signAssertion("at once");
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send(assertion, testApi.servers[index % 2])),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(401)]);
    const [refused] = responses.filter(({ status }) => status === 401);
    expect(await refused?.json()).toMatchObject({ error: "invalid_client" });
  });

  test("may use the id of an assertion again once that has expired", async () => {
    const assertion = await signAssertion("twice");
    expect((await send(assertion)).status).toBe(201);
    await testApi.pool.query("update oidc_artifact set expires_at = app_now() where model = 'ReplayDetection'");
    expect([(await send(assertion)).status, (await send(assertion)).status]).toEqual([201, 401]);
  });

  test("whose file requires it is refused without a pushed request", async () => {
    const application = await Application.discover(server, belair, pushing);
    const { url } = await application.start({ scope: "openid" });
    expect(await follow(await signedInBrowser(), url.href)).not.toContain("code=");
    expect((await push(secretOf, { client_id: pushing.id })).request_uri).toMatch(/^urn:/);
  });
});

test("A-296 refuses the pushed requests of a public application over the limit of its client IP, and no other", async () => {
  const deps = { ...testApi.deps, clientIpLimitFactor: 1 };
  const limited = oidcServer(deps);
  const subject = "198.51.100.77";
  await fillFor({ deps, pool: testApi.pool }, subject, "oidcAuthorizeClientIp");
  const push = (clientId: string) =>
    limited.fetch(
      new Request(metadata.pushed_authorization_request_endpoint ?? "", {
        method: "POST",
        body: new URLSearchParams({ client_id: clientId, response_type: "code" }),
        headers: { "x-vestibule-client-ip": subject },
      }),
    );
  const refused = await push(publicClient.id);
  expect([refused.status, await refused.json()]).toEqual([429, { error: "temporarily_unavailable" }]);
  expect((await push("unknown")).status).toBe(429);
  expect((await push(claims.id)).status).toBe(401);
});
