import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, firstPassword, newHolder } from "../../../../test/recovery.ts";
import type { RegisteredClient } from "../oidc/oidc-provider.adapter.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import { totpCode } from "../second-factor/test/totp-code.ts";
import { Application, belair, claims, follow } from "./test/application.ts";
import type { Browser } from "./test/browser.ts";
import { createOidcTestApi, oidcServer, openBrowser } from "./test/oidc-test-api.ts";
import { passSecondFactor, SecondProof, secondFactorPage } from "./test/second-factor.ts";

/** An application that requires two proofs at each sign-in. */
const banking: RegisteredClient = { ...claims, id: "banking", minimumAcr: "urn:vestibule:two-factor" };
const testApi = closeAfterTests(await createOidcTestApi({ brands: await testBrands("newBrowser") }, [banking]));
const [first, second] = testApi.servers;
const application = await Application.discover(first);

const passwordAcr = "urn:vestibule:password";
const secondFactorAcr = "urn:vestibule:two-factor";
const essential = { claims: JSON.stringify({ id_token: { acr: { essential: true, value: secondFactorAcr } } }) };
const errorOf = (url: string) => new URL(url).searchParams.get("error");
const pathOf = (url: string) => new URL(url, belair).pathname;

/** A person whose browser is remembered, so that the password alone signs in. */
async function rememberedPerson(server = first) {
  const person = await newHolder(testApi);
  const browser = openBrowser(server);
  const proof = new SecondProof(testApi, browser);
  await browser.signIn(person.accountEmail, firstPassword);
  await passSecondFactor(proof, person.cellPhone);
  return { person, browser, proof };
}

async function signInAgain(browser: Browser, email: string): Promise<string> {
  browser.cookies.delete("PD-H-SESSION-ID");
  const response = await browser.signIn(email, firstPassword);
  return follow(browser, response.headers.get("location") ?? "");
}

async function passAndReturn(browser: Browser, proof: SecondProof, cellPhone: string): Promise<string> {
  const response = await passSecondFactor(proof, cellPhone);
  return follow(browser, response.headers.get("location") ?? "");
}

/** Leaves the person without a method that sends a code. */
const holdCodes = (accountId: string) =>
  testApi.pool.query("insert into held_second_factor (account_id, method) select $1, unnest($2::text[])", [
    accountId,
    ["text", "call", "email"],
  ]);

const newestSessionOf = async (accountId: string) => {
  const { rows } = await testApi.pool.query(
    "select opened_by, second_factor from gateway_session where account_id = $1 order by started_at desc limit 1",
    [accountId],
  );
  return rows[0];
};

test("lists the three levels in its metadata, weakest first", () => {
  expect(application.configuration.serverMetadata().acr_values_supported).toEqual([
    passwordAcr,
    secondFactorAcr,
    "urn:vestibule:passkey",
  ]);
});

test.each([
  ["text", ["pwd", "sms", "mfa"]],
  ["call", ["pwd", "tel", "mfa"]],
  ["email", ["pwd", "otp", "mfa"]],
  ["authenticator", ["pwd", "otp", "mfa"]],
  ["recoveryCode", ["pwd", "otp", "mfa"]],
])("tells an application that the second proof was given, and how: %s", async (method, amr) => {
  const { person, browser } = await rememberedPerson();
  await testApi.pool.query("update gateway_session set second_factor = $1 where account_id = $2", [
    method,
    person.accountId,
  ]);
  const tokens = await application.signInAgain(browser);
  expect(tokens.claims()).toMatchObject({ acr: secondFactorAcr, amr });
});

test("tells an application that a passkey is two proofs, where it insists on that level", async () => {
  const { person, browser } = await rememberedPerson();
  await testApi.pool.query(
    "update gateway_session set opened_by = 'passkey', second_factor = null where account_id = $1",
    [person.accountId],
  );
  expect((await application.signInAgain(browser, essential)).claims()).toMatchObject({
    acr: secondFactorAcr,
    amr: ["pop", "user", "mfa"],
  });
  expect((await application.signInAgain(browser)).claims()?.acr).toBe("urn:vestibule:passkey");
});

test.each([
  ["never", undefined],
  ["newBrowser", { days: 90, isTicked: false }],
  ["always", undefined],
] as const)("offers to remember the browser only where that spares a second proof: %s", async (when, remember) => {
  const brand = closeAfterTests(await createOidcTestApi({ brands: await testBrands(when) }, [banking]));
  const person = await newHolder(brand);
  const browser = openBrowser(brand.servers[0]);
  await browser.signIn(person.accountEmail, firstPassword);
  // Where the password is enough to sign in, the application asks for the second proof.
  const { url } = await application.start(essential);
  if (when === "never") expect(pathOf(await follow(browser, url.href))).toBe(secondFactorPage);
  const waiting = dataOf(await new SecondProof(brand, browser).read());
  expect(waiting.state === "waiting" && waiting.remember).toEqual(remember);
});

test("continues to the application that waits after the offer of a passkey", async () => {
  const person = await newHolder(testApi);
  const earlier = openBrowser(first);
  await earlier.signIn(person.accountEmail, firstPassword);
  await passSecondFactor(new SecondProof(testApi, earlier), person.cellPhone, { remember: false });
  const browser = openBrowser(first);
  const { url, verifier } = await application.start();
  await follow(browser, url.href);
  await browser.signIn(person.accountEmail, firstPassword);
  const proof = new SecondProof(testApi, browser);
  dataOf(await proof.verify(await proof.codeTo(person.cellPhone, "call"), { id: "call" }));
  const proven = await browser.get("/pkmslogin.proven?passkeys=yes");
  expect(pathOf(proven.headers.get("location") ?? "")).toBe("/account/passkey-offer");
  const returned = await follow(browser, `${belair}/pkmslogin.continue`);
  const tokens = await application.finish(returned, verifier);
  expect(tokens.claims()).toMatchObject({ acr: secondFactorAcr, amr: ["pwd", "tel", "mfa"] });
});

describe("an application that asks for two proofs", () => {
  test.each([
    ["voluntarily", { acr_values: secondFactorAcr }],
    ["as essential", essential],
  ])("has a person who is signed in by the password give the second one alone: %s", async (_how, parameters) => {
    const { person, browser, proof } = await rememberedPerson();
    expect(pathOf(await signInAgain(browser, person.accountEmail))).toBe("/webseal.do");
    const { url, verifier } = await application.start(parameters);
    expect(pathOf(await follow(browser, url.href))).toBe(secondFactorPage);
    const waiting = await proof.read();
    expect(waiting).toMatchObject({ data: { state: "waiting", reasons: ["application"] } });
    const tokens = await application.finish(await passAndReturn(browser, proof, person.cellPhone), verifier);
    expect(tokens.claims()).toMatchObject({ acr: secondFactorAcr, amr: ["pwd", "sms", "mfa"] });
    expect(await newestSessionOf(person.accountId)).toEqual({ opened_by: "password", second_factor: "text" });
    expect((await application.signInAgain(browser, parameters)).claims()?.acr).toBe(secondFactorAcr);
  });

  test("has a person of a remembered browser give it after the password", async () => {
    const { person, browser, proof } = await rememberedPerson();
    browser.cookies.delete("PD-H-SESSION-ID");
    const { url, verifier } = await application.start(essential);
    await follow(browser, url.href);
    expect(pathOf(await signInAgain(browser, person.accountEmail))).toBe(secondFactorPage);
    const tokens = await application.finish(await passAndReturn(browser, proof, person.cellPhone), verifier);
    expect(tokens.claims()?.acr).toBe(secondFactorAcr);
  });

  test("A-405 gets no answer by a waived second proof before an app is set up, and one after it", async () => {
    const person = await newHolder(testApi);
    await testApi.pool.query(
      "update account set second_factor_waived_until = app_now() + interval '1 hour' where id = $1",
      [person.accountId],
    );
    const browser = openBrowser(first);
    const proof = new SecondProof(testApi, browser);
    const { url, verifier } = await application.start(essential);
    await follow(browser, url.href);
    expect(pathOf(await signInAgain(browser, person.accountEmail))).toBe(secondFactorPage);
    const { secret } = dataOf(await proof.setUp());
    expect(pathOf(await follow(browser, "/pkmslogin.proven"))).toBe(secondFactorPage);
    expect(await newestSessionOf(person.accountId)).toBeUndefined();
    dataOf(await proof.add(totpCode(secret, testApi.deps.clock.now())));
    const tokens = await application.finish(await follow(browser, "/pkmslogin.proven"), verifier);
    expect(tokens.claims()).toMatchObject({ acr: secondFactorAcr, amr: ["pwd", "otp", "mfa"] });
  });

  test("asks for nothing where the session has both proofs", async () => {
    const { browser } = await rememberedPerson();
    expect((await application.signInAgain(browser, essential)).claims()?.acr).toBe(secondFactorAcr);
  });

  test("A-351 opens no session at another server before the second proof", async () => {
    const { person, browser, proof } = await rememberedPerson();
    await signInAgain(browser, person.accountEmail);
    const { url } = await application.start(essential);
    await follow(browser, url.href);
    const elsewhere = await second.fetch(
      new Request(`${belair}/pkmslogin.proven`, {
        headers: { cookie: `pending-sign-in=${proof.caller.pendingSignIn}` },
      }),
    );
    expect(pathOf(elsewhere.headers.get("location") ?? "")).toBe(secondFactorPage);
    expect(await newestSessionOf(person.accountId)).toEqual({ opened_by: "password", second_factor: null });
  });

  test("gets the error of the standard for a person who has no method, before they type anything", async () => {
    const { person, browser } = await rememberedPerson();
    await signInAgain(browser, person.accountEmail);
    await holdCodes(person.accountId);
    const { url } = await application.start(essential);
    expect(errorOf(await follow(browser, url.href))).toBe("unmet_authentication_requirements");
    const voluntary = await application.signInAgain(browser, { acr_values: secondFactorAcr });
    expect(voluntary.claims()?.acr).toBe(passwordAcr);
  });

  test("accepts the passkey of a person who has no other method", async () => {
    const { person, browser } = await rememberedPerson();
    await signInAgain(browser, person.accountEmail);
    await addTestPasskey(testApi.deps, { accountId: person.accountId, origin: belair });
    await holdCodes(person.accountId);
    const { url } = await application.start({ ...essential, ui_locales: "en" });
    expect(await follow(browser, url.href)).toMatch(/<title>Your passkey is needed/);
  });

  test("gets login_required with prompt=none", async () => {
    const { person, browser } = await rememberedPerson();
    await signInAgain(browser, person.accountEmail);
    const { url } = await application.start({ ...essential, prompt: "none" });
    expect(errorOf(await follow(browser, url.href))).toBe("login_required");
  });
});

test("ends the wait for the second proof with the session", async () => {
  const { person, browser, proof } = await rememberedPerson();
  await signInAgain(browser, person.accountEmail);
  const { url } = await application.start(essential);
  await follow(browser, url.href);
  await browser.get("/pkmslogout", { "sec-fetch-site": "same-origin" });
  expect(proof.browser.cookies.has("pending-sign-in")).toBe(false);
});

describe("an application whose file demands two proofs", async () => {
  const bank = await Application.discover(first, belair, banking);

  test("has a signed-in person give the second one, though it requests nothing", async () => {
    const { person, browser, proof } = await rememberedPerson();
    await signInAgain(browser, person.accountEmail);
    const { url, verifier } = await bank.start();
    expect(pathOf(await follow(browser, url.href))).toBe(secondFactorPage);
    const tokens = await bank.finish(await passAndReturn(browser, proof, person.cellPhone), verifier);
    expect(tokens.claims()?.acr).toBe(secondFactorAcr);
    expect((await bank.signInAgain(browser)).claims()?.acr).toBe(secondFactorAcr);
  });

  test("A-350 is refused a weaker sign-in, also with prompt=none and where it requests only the password", async () => {
    const { person, browser } = await rememberedPerson();
    await signInAgain(browser, person.accountEmail);
    await holdCodes(person.accountId);
    const { url } = await bank.start({ acr_values: passwordAcr });
    expect(errorOf(await follow(browser, url.href))).toBe("unmet_authentication_requirements");
    const silent = await bank.start({ prompt: "none" });
    expect(errorOf(await follow(browser, silent.url.href))).toBe("login_required");
  });

  test("accepts a passkey", async () => {
    const { person, browser } = await rememberedPerson();
    await testApi.pool.query(
      "update gateway_session set opened_by = 'passkey', second_factor = null where account_id = $1",
      [person.accountId],
    );
    expect((await bank.signInAgain(browser)).claims()?.acr).toBe("urn:vestibule:passkey");
  });

  test("A-473 renews no token of a weaker sign-in from before its file demanded two proofs", async () => {
    const server = oidcServer(testApi.deps, [{ ...banking, minimumAcr: undefined }]);
    const lenient = await Application.discover(server, belair, banking);
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const { person, browser } = await rememberedPerson(server);
    const strong = await lenient.signInAgain(browser, offline);
    await signInAgain(browser, person.accountEmail);
    const weak = await lenient.signInAgain(browser, offline);
    expect([strong, weak].map((tokens) => tokens.claims()?.acr)).toEqual([secondFactorAcr, passwordAcr]);
    expect((await bank.refresh(strong.refresh_token)).claims()?.acr).toBe(secondFactorAcr);
    await expect(bank.refresh(weak.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
  });
});
