import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Auth, customFetch as authFetch, skipCSRFCheck } from "@auth/core";
import express from "express";
import { auth } from "express-openid-connect";
import * as oauth4webapi from "oauth4webapi";
import * as openidClient6 from "openid-client";
import * as openidClient5 from "openid-client-5";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { PersonBrowser } from "./person-browser.ts";
import { spawnServer } from "./spawned-server.ts";

const secret = "the-secret-of-the-application-of-the-library-tests";
/** A person of the sample of demo mode. */
const person = { email: "graham.obrien@mail.example", password: "Otter-Canoe-58" };

const listening: { close(): void }[] = [];
afterAll(() => {
  for (const server of listening) server.close();
});

/** Starts an application on a free loopback port. */
async function listen(): Promise<{ origin: string; serve(handler: RequestListener): void }> {
  const server = createServer();
  listening.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, serve: (handler) => void server.on("request", handler) };
}

const expressSite = await listen();
const folder = mkdtempSync(join(tmpdir(), "vestibule-clients-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const client = {
  name: { en: "Library", fr: "Bibliothèque" },
  type: "confidential",
  redirectUris: ["http://127.0.0.1/callback", "http://127.0.0.1/auth/callback/vestibule"],
  // As the library sends it: the origin, without a path.
  postLogoutRedirectUris: [expressSite.origin],
  scopes: ["email", "profile", "policies", "offline_access"],
};
mkdirSync(join(folder, "belair"));
writeFileSync(join(folder, "belair", "library.json"), JSON.stringify(client));
const database = await testDatabase();
afterAll(() => database.close());
const server = await spawnServer({
  environment: {
    DEMO: "1",
    DATABASE_URL: database.url,
    OIDC_CLIENTS_DIR: folder,
    OIDC_CLIENT_SECRETS: `belair/library=${secret}`,
  },
});
afterAll(() => server.end("SIGKILL"));
const issuer = `${server.url}/oidc`;

/** The URL at which a person who logs in for an application arrives. */
const logIn = (url: string) => new PersonBrowser().logIn(url, person);
const scope = "openid email profile policies offline_access";

test("openid-client 6 signs in, refreshes and reads the claims", async () => {
  const { discovery, allowInsecureRequests, randomPKCECodeVerifier, calculatePKCECodeChallenge } = openidClient6;
  const configuration = await discovery(new URL(issuer), "library", secret, undefined, {
    execute: [allowInsecureRequests],
  });
  const verifier = randomPKCECodeVerifier();
  const url = openidClient6.buildAuthorizationUrl(configuration, {
    redirect_uri: "http://127.0.0.1:49152/callback",
    scope,
    prompt: "consent",
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const { url: back } = await logIn(url.href);
  const checks = { pkceCodeVerifier: verifier, idTokenExpected: true };
  const tokens = await openidClient6.authorizationCodeGrant(configuration, new URL(back), checks);
  expect(tokens.claims()).toMatchObject({ email: person.email, given_name: expect.any(String) });
  const refreshed = await openidClient6.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
  const subject = tokens.claims()?.sub ?? "";
  const claims = await openidClient6.fetchUserInfo(configuration, refreshed.access_token, subject);
  expect(claims.email).toBe(person.email);
});

test("openid-client 5 signs in with its defaults, by query and by form_post", async () => {
  const provider = await openidClient5.Issuer.discover(issuer);
  const redirectUri = "http://127.0.0.1:49152/callback";
  const registered = new provider.Client({ client_id: "library", client_secret: secret, redirect_uris: [redirectUri] });
  for (const mode of ["query", "form_post"] as const) {
    const verifier = openidClient5.generators.codeVerifier();
    const url = registered.authorizationUrl({
      scope,
      response_mode: mode,
      code_challenge: openidClient5.generators.codeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const { url: back, form } = await logIn(url);
    const parameters = form === undefined ? registered.callbackParams(back) : Object.fromEntries(form);
    const tokens = await registered.callback(redirectUri, parameters, { code_verifier: verifier });
    expect(tokens.claims().email).toBe(person.email);
  }
});

test("oauth4webapi signs in", async () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true };
  const url = new URL(issuer);
  const provider = await oauth4webapi.processDiscoveryResponse(
    url,
    await oauth4webapi.discoveryRequest(url, { algorithm: "oidc", ...insecure }),
  );
  const registered = { client_id: "library" };
  const verifier = oauth4webapi.generateRandomCodeVerifier();
  const redirectUri = "http://127.0.0.1:49152/callback";
  const query = new URLSearchParams({
    client_id: "library",
    redirect_uri: redirectUri,
    response_type: "code",
    scope,
    code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const { url: back } = await logIn(`${provider.authorization_endpoint}?${query}`);
  const parameters = oauth4webapi.validateAuthResponse(provider, registered, new URL(back), oauth4webapi.expectNoState);
  const response = await oauth4webapi.authorizationCodeGrantRequest(
    provider,
    registered,
    oauth4webapi.ClientSecretBasic(secret),
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  const tokens = await oauth4webapi.processAuthorizationCodeResponse(provider, registered, response, {
    requireIdToken: true,
  });
  expect(oauth4webapi.getValidatedIdTokenClaims(tokens)?.email).toBe(person.email);
});

test("express-openid-connect signs in by form_post and signs out", async () => {
  const app = express();
  const config = {
    issuerBaseURL: issuer,
    baseURL: expressSite.origin,
    clientID: "library",
    clientSecret: secret,
    secret: "a-secret-for-the-cookies-of-this-application",
    idpLogout: true,
    authRequired: false,
    authorizationParams: { response_type: "code", scope },
  };
  app.use(auth(config));
  app.get("/", (request, response) => void response.json(request.oidc.user ?? {}));
  expressSite.serve(app);
  const browser = new PersonBrowser();
  const { url: home } = await browser.logIn(`${expressSite.origin}/login`, person);
  expect(home).toBe(`${expressSite.origin}/`);
  expect(JSON.parse(browser.page)).toMatchObject({ email: person.email });
  await browser.open(`${expressSite.origin}/logout`);
  await browser.submit(/name="logout"/);
  expect(JSON.parse(browser.page)).toEqual({});
});

test("Auth.js signs in", async () => {
  const site = await listen();
  const vestibule = { id: "vestibule", name: "Vestibule", type: "oidc", issuer, checks: ["pkce", "state", "nonce"] };
  const config = {
    providers: [{ ...vestibule, clientId: "library", clientSecret: secret, [authFetch]: fetch }],
    basePath: "/auth",
    secret: "a-secret-for-the-cookies-of-this-application",
    trustHost: true,
    skipCSRFCheck,
  } as Parameters<typeof Auth>[1];
  site.serve(async (incoming, outgoing) => {
    const body = incoming.method === "POST" ? (await incoming.setEncoding("utf8").toArray()).join("") : undefined;
    const headers = incoming.headers as Record<string, string>;
    const request = new Request(`${site.origin}${incoming.url}`, { method: incoming.method ?? "GET", headers, body });
    const response = await Auth(request, config);
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(await response.text());
  });
  const browser = new PersonBrowser();
  await browser.post(`${site.origin}/auth/signin/vestibule`, { callbackUrl: `${site.origin}/auth/session` });
  await browser.logIn(browser.url, person);
  await browser.open(`${site.origin}/auth/session`);
  expect(JSON.parse(browser.page)).toMatchObject({ user: { email: person.email } });
});
