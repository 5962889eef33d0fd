import { trustedDeviceHeader, trustedDeviceName } from "@vestibule/contract/cookies/trusted-device.rule.ts";
import { beforeAll, expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { fillFor } from "../../../../test/puzzle.ts";
import {
  firstPassword,
  newestReset,
  newHolder,
  nextPassword,
  Recoverer,
  summaryOf,
} from "../../../../test/recovery.ts";
import { createGatewayTestApi } from "./test/gateway-test-api.ts";
import { passSecondFactor, SecondProof } from "./test/second-factor.ts";

const brands = await testBrands("newBrowser");
const testApi = closeAfterTests(await createGatewayTestApi({ brands, clientIpLimitFactor: 1 }));
const clientIp = "192.0.2.81";

beforeAll(async () => {
  for (const limit of ["verifyClientIp", "sendClientIp"] as const) await fillFor(testApi, clientIp, limit);
});

/** A person who has logged in from a browser before, at another client IP. */
async function knownBrowser() {
  const person = await newHolder(testApi);
  const elsewhere = new SecondProof(testApi, testApi.open(), "belair", "192.0.2.82");
  await elsewhere.browser.signIn(person.accountEmail, firstPassword);
  await passSecondFactor(elsewhere, person.cellPhone, { remember: false });
  const { browser } = elsewhere;
  browser.cookies.delete("PD-H-SESSION-ID");
  return { person, browser, device: browser.cookies.get(trustedDeviceName) ?? "" };
}

test("A-488 a known browser gives its second proof where others have used up the limits of its client IP", async () => {
  const { person, browser } = await knownBrowser();
  const proof = new SecondProof(testApi, browser, "belair", clientIp);
  await browser.signIn(person.accountEmail, firstPassword);
  await testApi.moveClock(11 * 60);
  await browser.signIn(person.accountEmail, firstPassword);
  expect(summaryOf(await proof.verify(await proof.codeTo(person.cellPhone)))).toBe("200");
  await proof.finish();
  expect(await proof.isSignedIn()).toBe(true);
});

test("A-488 another browser waits, and so does a known one of another account", async () => {
  const { device } = await knownBrowser();
  const { person } = await knownBrowser();
  for (const cookie of [undefined, device]) {
    const proof = new SecondProof(testApi, testApi.open(), "belair", clientIp);
    if (cookie) proof.browser.cookies.set(trustedDeviceName, cookie);
    await proof.browser.signIn(person.accountEmail, firstPassword);
    expect(summaryOf(await proof.send())).toMatch(/^429/);
    expect(summaryOf(await proof.verify("123456"))).toMatch(/^429/);
  }
});

test("A-488 a password is reset there in a known browser alone", async () => {
  const { person, device } = await knownBrowser();
  await fillFor(testApi, "192.0.2.9", "verifyClientIp");
  const stranger = new Recoverer(testApi);
  const id = await stranger.startReset(person.accountEmail);
  const { code } = await newestReset(testApi, person.accountEmail);
  expect(summaryOf(await stranger.validate(id, code))).toMatch(/^429/);
  const owner = new Recoverer(testApi);
  Object.assign(owner.caller.headers, { [trustedDeviceHeader]: device });
  const { id: proven, token } = await owner.proven(id, code);
  const order = { token, password: nextPassword, postalCode: "H2X 1Y4" };
  expect(summaryOf(await stranger.password(proven, order))).toMatch(/^429/);
  expect(summaryOf(await owner.password(proven, order))).toBe("200");
});
