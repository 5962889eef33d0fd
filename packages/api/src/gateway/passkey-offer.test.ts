import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { describe, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { dataOf, firstPassword, type newHolder } from "../../../../test/recovery.ts";
import { clientOf, openSession } from "../../../../test/signed-in.ts";
import { offersPasskey } from "../flows/sign-in/passkey-offer.ts";
import { addTestPasskey } from "../passkeys/test/add-test-passkey.ts";
import { createGatewayTestApi, homeOrigin, leadsTo, loginResultUrl } from "./test/gateway-test-api.ts";
import { SecondProof, secondFactorPage, waitingPerson } from "./test/second-factor.ts";

const brands = await testBrands("newBrowser");
const testApi = closeAfterTests(await createGatewayTestApi({ brands }));
const passkeys = clientOf(testApi, passkeyEndpoints);
const offer = "/account/passkey-offer";
const success = loginResultUrl("success");
const day = 24 * 3600;

type Person = Awaited<ReturnType<typeof newHolder>>;

/** Completes a sign-in that waits, in a browser that can create passkeys; returns where it leads. */
async function passByCode(
  proof: SecondProof,
  { cellPhone }: Person,
  { remember = false, query = "?passkeys=yes" } = {},
): Promise<string | null> {
  await proof.verify(await proof.codeTo(cellPhone), { remember });
  const response = await proof.browser.get(`/pkmslogin.proven${query}`);
  return leadsTo(response);
}

/** Signs in in another browser, or in a given one, up to the second proof. */
async function typePassword({ accountEmail }: Person, browser = testApi.open()): Promise<SecondProof> {
  browser.cookies.delete("PD-H-SESSION-ID");
  const response = await browser.signIn(accountEmail, firstPassword);
  expect(leadsTo(response)).toBe(secondFactorPage);
  return new SecondProof(testApi, browser);
}

/** A person who has signed in by a code once, and waits for the second one. */
async function secondTime() {
  const { person, proof } = await waitingPerson(testApi);
  expect(await passByCode(proof, person)).toBe(success);
  return { person, proof: await typePassword(person) };
}

describe("a sign-in by a code leads to the offer of a passkey", () => {
  test("the second time in a row, and goes on from there", async () => {
    const { person, proof } = await secondTime();
    expect(await passByCode(proof, person)).toBe(offer);
    expect(await proof.isSignedIn()).toBe(true);
    expect(leadsTo(await proof.browser.get("/pkmslogin.continue"))).toBe(success);
  });

  test("before the page that the person wanted", async () => {
    const { person } = await secondTime();
    const browser = testApi.open();
    await browser.get("/account?tab=claims");
    expect(await passByCode(await typePassword(person, browser), person)).toBe(offer);
    expect(leadsTo(await browser.get("/pkmslogin.continue"))).toBe("/account?tab=claims");
    expect(leadsTo(await browser.get("/pkmslogin.continue"))).toBe(success);
  });

  test("again 90 days after the person refused it, not earlier", async () => {
    const { person, proof } = await secondTime();
    await passByCode(proof, person);
    const caller = await openSession(testApi, person.accountId);
    expect(await passkeys.decline(caller)).toMatchObject({ kind: "ok", status: 204 });
    expect(await passByCode(await typePassword(person), person)).toBe(success);
    await testApi.moveClock(90 * day - 60);
    expect(await passByCode(await typePassword(person), person)).toBe(success);
    await testApi.moveClock(60);
    expect(await passByCode(await typePassword(person), person)).toBe(offer);
  });

  test("not in a browser that cannot create one", async () => {
    const { person, proof } = await secondTime();
    expect(await passByCode(proof, person, { query: "" })).toBe(success);
  });

  test("not after a sign-in by the password alone in between", async () => {
    const { person, proof } = await secondTime();
    expect(await passByCode(proof, person, { remember: true })).toBe(offer);
    proof.browser.cookies.delete("PD-H-SESSION-ID");
    expect(leadsTo(await proof.browser.signIn(person.accountEmail, firstPassword))).toBe(success);
    expect(await passByCode(await typePassword(person), person)).toBe(success);
  });

  test("not where the account has a passkey", async () => {
    const { person, proof } = await secondTime();
    await addTestPasskey(testApi.deps, { accountId: person.accountId, origin: homeOrigin });
    expect(await passByCode(proof, person)).toBe(success);
  });

  test("not where the account would first ask for a stronger proof", async () => {
    const { person, proof } = await secondTime();
    await testApi.pool.query(
      `insert into authenticator (account_id, name, secret, key_id, confirmed_at, last_step)
        values ($1, 'App', 'secret', 'key', app_now(), 0)`,
      [person.accountId],
    );
    expect(await passByCode(proof, person)).toBe(success);
  });

  test("not under a brand without passkeys", async () => {
    const { person, proof } = await secondTime();
    await passByCode(proof, person);
    const { rows } = await testApi.pool.query(
      "select id_hash from gateway_session where account_id = $1 order by started_at desc limit 1",
      [person.accountId],
    );
    const { defaultBrand: brand } = brands;
    const signIn = { origin: homeOrigin, idHash: rows[0].id_hash };
    expect(await offersPasskey(testApi.deps, { ...signIn, brand })).toBe(true);
    const secondFactor = {
      ...brand.secondFactor,
      methods: brand.secondFactor.methods.filter((id) => id !== "passkey"),
    };
    expect(await offersPasskey(testApi.deps, { ...signIn, brand: { ...brand, secondFactor } })).toBe(false);
  });
});

test("A-353 the way on from the offer ignores a destination that this server has not signed", async () => {
  const { person, proof } = await secondTime();
  await passByCode(proof, person);
  const { cookies } = proof.browser;
  const [, signature] = (cookies.get("destination") ?? "").split(".");
  const payload = Buffer.from('{"value":"https://evil.example/","until":99999999999}').toString("base64url");
  cookies.set("destination", `${payload}.${signature}`);
  expect(leadsTo(await proof.browser.get("/pkmslogin.continue"))).toBe(success);
});

test("A-354 the offer opens nothing before the second proof", async () => {
  const { proof } = await secondTime();
  expect(leadsTo(await proof.browser.get("/pkmslogin.proven?passkeys=yes"))).toBe(secondFactorPage);
  expect(leadsTo(await proof.browser.get("/pkmslogin.continue"))).toBe(success);
  expect(await proof.isSignedIn()).toBe(false);
});

test("a refusal of the passkey needs a session", async () => {
  const { person } = await waitingPerson(testApi);
  const caller = await openSession(testApi, person.accountId);
  expect(dataOf(await passkeys.passkeys(caller)).passkeys).toEqual([]);
  await testApi.pool.query("update gateway_session set ended_at = app_now() where account_id = $1", [person.accountId]);
  expect(await passkeys.decline(caller)).toMatchObject({ kind: "error", status: 401 });
});
