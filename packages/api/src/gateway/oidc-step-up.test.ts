import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import type { Authenticator } from "../passkeys/test/authenticator.ts";
import { Application, belair, callback, follow } from "./test/application.ts";
import type { Browser } from "./test/browser.ts";
import { password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, openBrowser, userInfo } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [first] = testApi.servers;
const application = await Application.discover(first);

const passwordAcr = "urn:vestibule:password";
const passkeyAcr = "urn:vestibule:passkey";
const loginPage = `${belair}/`;
const passkeyPage = "Votre clé d’accès est nécessaire";
const essential = (acr: object) => ({ claims: JSON.stringify({ id_token: { acr: { essential: true, ...acr } } }) });
const errorOf = (url: string) => new URL(url).searchParams.get("error");

async function signedInByPassword() {
  const person = await testApi.createAccount();
  const authenticator = await addTestPasskey(testApi.deps, { accountId: person.id, origin: belair });
  const browser = openBrowser(first);
  await browser.signIn(person.email, password);
  return { ...person, authenticator, browser };
}

async function signInByPasskey(browser: Browser, authenticator: Authenticator): Promise<string> {
  const { challenge } = await (await browser.get("/pkmspasskey.options")).json();
  const passkey = JSON.stringify(authenticator.respond(challenge, { origin: belair }));
  const response = await browser.post(
    "/pkmspasskey.form",
    { passkey, ...browser.interactionField },
    { origin: belair },
  );
  return follow(browser, response.headers.get("location") ?? "");
}

async function signInByPassword(browser: Browser, email: string): Promise<string> {
  const response = await browser.signIn(email, password);
  return follow(browser, response.headers.get("location") ?? "");
}

test.each([
  ["acr_values", { acr_values: passkeyAcr }],
  ["an essential acr", essential({ value: passkeyAcr })],
  ["a list of essential acrs", essential({ values: ["urn:other", passkeyAcr] })],
])("asks a person who signed in with a password for their passkey: %s", async (_name, parameters) => {
  const { browser, authenticator } = await signedInByPassword();
  const { url, verifier } = await application.start(parameters);
  expect(await follow(browser, url.href)).toContain(passkeyPage);
  const tokens = await application.finish(await signInByPasskey(browser, authenticator), verifier);
  expect(tokens.claims()).toMatchObject({ acr: passkeyAcr, amr: ["pop", "user"] });
  expect((await application.signInAgain(browser, parameters)).claims()?.acr).toBe(passkeyAcr);
});

test("returns a person who signs in with the password again, and says so, where the passkey is not essential", async () => {
  const { email, browser } = await signedInByPassword();
  const { url, verifier } = await application.start({ acr_values: passkeyAcr, ui_locales: "en" });
  expect(await follow(browser, url.href)).toMatch(/<title>Your passkey is needed/);
  const tokens = await application.finish(await signInByPassword(browser, email), verifier);
  expect(tokens.claims()?.acr).toBe(passwordAcr);
});

test.each(["signed in", "not signed in"])(
  "answers unmet_authentication_requirements to an essential passkey after a password: %s before",
  async (before) => {
    const { email, browser: signedIn } = await signedInByPassword();
    const browser = before === "signed in" ? signedIn : openBrowser(first);
    const { url } = await application.start(essential({ value: passkeyAcr }));
    await follow(browser, url.href);
    const back = await signInByPassword(browser, email);
    expect(back).toContain(callback);
    expect(errorOf(back)).toBe("unmet_authentication_requirements");
  },
);

test("does not ask for a passkey that the person does not have", async () => {
  const { id, browser } = await signedInByPassword();
  await testApi.pool.query("update passkey set blocked_at = app_now() where account_id = $1", [id]);
  const voluntary = await application.signInAgain(browser, { acr_values: passkeyAcr });
  expect(voluntary.claims()?.acr).toBe(passwordAcr);
  const { url } = await application.start(essential({ value: passkeyAcr }));
  expect(errorOf(await follow(browser, url.href))).toBe("unmet_authentication_requirements");
  const again = await application.start({ acr_values: passkeyAcr, prompt: "login" });
  expect(await follow(browser, again.url.href)).toBe(loginPage);
});

test.each([
  ["a value that is not offered", { value: "urn:other" }],
  ["no value of a list", { values: [] }],
  ["a number", { value: 3 }],
  ["a list as its value", { value: [passwordAcr] }],
  ["values that are no texts", { values: [3, null, {}, [passwordAcr]] }],
  ["a value that its values do not have", { value: passkeyAcr, values: [passwordAcr] }],
  ["a value with an empty list", { value: passwordAcr, values: [] }],
])("A-470 does not ask for an essential acr with %s, in any browser", async (_name, acr) => {
  const { url } = await application.start(essential(acr));
  const { browser } = await signedInByPassword();
  for (const one of [openBrowser(first), browser])
    expect(errorOf(await follow(one, url.href))).toBe("unmet_authentication_requirements");
});

test.each([
  ["null", { value: null, values: null }],
  ["nothing", {}],
])("treats an essential acr with %s as a request for any", async (_name, acr) => {
  const { browser } = await signedInByPassword();
  expect((await application.signInAgain(browser, essential(acr))).claims()?.acr).toBe(passwordAcr);
});

test("A-470 asks for an essential acr where a weaker one is requested with it", async () => {
  const { browser, authenticator } = await signedInByPassword();
  const { url, verifier } = await application.start({ acr_values: passwordAcr, ...essential({ value: passkeyAcr }) });
  expect(await follow(browser, url.href)).toContain(passkeyPage);
  const tokens = await application.finish(await signInByPasskey(browser, authenticator), verifier);
  expect(tokens.claims()?.acr).toBe(passkeyAcr);
});

test("answers an essential acr rather than a voluntary one that is stronger", async () => {
  const { browser, authenticator } = await signedInByPassword();
  const { url, verifier } = await application.start({ acr_values: passkeyAcr });
  await follow(browser, url.href);
  await application.finish(await signInByPasskey(browser, authenticator), verifier);
  const both = { acr_values: passkeyAcr, ...essential({ value: "urn:vestibule:two-factor" }) };
  expect((await application.signInAgain(browser, both)).claims()?.acr).toBe("urn:vestibule:two-factor");
});

test.each([
  ["in the URL", "start"],
  ["in a pushed request", "push"],
] as const)("describes a passkey as two proofs where those are essential: %s", async (_where, how) => {
  const { browser, authenticator } = await signedInByPassword();
  const passkey = await application.start({ acr_values: passkeyAcr });
  await follow(browser, passkey.url.href);
  await application.finish(await signInByPasskey(browser, authenticator), passkey.verifier);
  const { url, verifier } = await application[how](essential({ value: "urn:vestibule:two-factor" }));
  const tokens = await application.finish(await follow(browser, url.href), verifier);
  expect(tokens.claims()).toMatchObject({ acr: "urn:vestibule:two-factor", amr: ["pop", "user", "mfa"] });
});

test.each([
  ["a value that is not offered", "urn:other"],
  ["the password among others", `${passkeyAcr} ${passwordAcr}`],
])("accepts a password for acr_values with %s", async (_name, acrValues) => {
  const { browser } = await signedInByPassword();
  const tokens = await application.signInAgain(browser, { acr_values: acrValues });
  expect(tokens.claims()).toMatchObject({ acr: passwordAcr, amr: ["pwd"] });
});

test("accepts a passkey where a password is requested", async () => {
  const { browser, authenticator } = await signedInByPassword();
  await signInByPasskey(browser, authenticator);
  const tokens = await application.signInAgain(browser, { acr_values: passwordAcr });
  expect(tokens.claims()?.acr).toBe(passkeyAcr);
});

test("shows no page with prompt=none: reports the password, and refuses it where the passkey is essential", async () => {
  const { browser } = await signedInByPassword();
  const tokens = await application.signInAgain(browser, { acr_values: passkeyAcr, prompt: "none" });
  expect(tokens.claims()?.acr).toBe(passwordAcr);
  const { url } = await application.start({ ...essential({ value: passkeyAcr }), prompt: "none" });
  expect(errorOf(await follow(browser, url.href))).toBe("login_required");
});

test("returns no claim that the scopes do not include, though it is requested by name", async () => {
  const { browser } = await signedInByPassword();
  const claims = JSON.stringify({ id_token: { email: { essential: true } }, userinfo: { policies: null } });
  const tokens = await application.signInAgain(browser, { scope: "openid", claims });
  expect(tokens.claims()).not.toHaveProperty("email");
  const response = (await (await userInfo(first, tokens.access_token)).json()) as object;
  expect(Object.keys(response)).toEqual(["sub", "brand"]);
});

describe("a session that was proven by several means", () => {
  /** A person who signed in with the passkey, and gave the password two minutes later. */
  async function provenTwice() {
    const { browser, authenticator, ...person } = await signedInByPassword();
    await signInByPasskey(browser, authenticator);
    await testApi.moveClock(120);
    await testApi.pool.query(
      "update gateway_session set proven_at = app_now(), proven_by = 'password' where account_id = $1 and ended_at is null",
      [person.id],
    );
    return { ...person, browser, authenticator };
  }

  /** Seconds between the proof and the token. */
  const ageOf = ({ iat = 0, auth_time: provenAt = 0 }: { iat?: number; auth_time?: number } = {}) => iat - provenAt;

  test("has the time and the acr of the newest proof", async () => {
    const { browser } = await provenTwice();
    const claims = (await application.signInAgain(browser, { max_age: "60" })).claims();
    expect(claims?.acr).toBe(passwordAcr);
    expect(ageOf(claims)).toBeLessThan(60);
  });

  test.each([
    ["acr_values", { acr_values: passkeyAcr }],
    ["an essential acr", essential({ value: passkeyAcr })],
  ])("has the time of the passkey where that is requested: %s", async (_name, parameters) => {
    const { browser } = await provenTwice();
    const claims = (await application.signInAgain(browser, parameters)).claims();
    expect(claims?.acr).toBe(passkeyAcr);
    expect(ageOf(claims)).toBeGreaterThanOrEqual(120);
  });

  test("asks again for a passkey that is older than max_age, although the password is not", async () => {
    const { browser, authenticator } = await provenTwice();
    const { url, verifier } = await application.start({ max_age: "60", ...essential({ value: passkeyAcr }) });
    expect(await follow(browser, url.href)).toBe(loginPage);
    const tokens = await application.finish(await signInByPasskey(browser, authenticator), verifier);
    expect(tokens.claims()?.acr).toBe(passkeyAcr);
    expect(ageOf(tokens.claims())).toBeLessThan(60);
  });
});
