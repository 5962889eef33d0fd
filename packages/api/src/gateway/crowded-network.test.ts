import { puzzleField } from "@vestibule/catalogue/puzzle.table.ts";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { fillFor, solutionFor } from "../../../../test/puzzle.ts";
import { createGatewayTestApi, homeOrigin, leadsTo, loginResultUrl, password } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ clientIpLimitFactor: 1 }));
const success = loginResultUrl("success");
const refused = loginResultUrl("unavailable");

let networks = 0;
/** A client IP whose limit of sign-ins a bot has used up. */
async function floodedClientIp(): Promise<string> {
  networks += 1;
  const clientIp = `198.51.100.${networks}`;
  await fillFor(testApi, clientIp, "loginClientIp");
  return clientIp;
}

async function signIn(clientIp: string, { puzzle = "", browser = testApi.open() } = {}) {
  const { email } = await testApi.createAccount();
  const form = { username: email, password, "login-form-type": "pwd", [puzzleField]: puzzle };
  const headers = { origin: homeOrigin, "x-vestibule-client-ip": clientIp };
  return leadsTo(await browser.post("/pkmslogin.form", form, headers));
}

describe("A-410 while a bot uses up the sign-ins of a shared client IP", () => {
  test("a person whose browser solves the puzzle signs in", async () => {
    const clientIp = await floodedClientIp();
    expect(await signIn(clientIp)).toBe(refused);
    expect(await signIn(clientIp, { puzzle: await solutionFor(testApi, "login", clientIp) })).toBe(success);
  });

  test("the bot gains nothing by the solution of another request, or by a made-up one", async () => {
    const clientIp = await floodedClientIp();
    const puzzle = await solutionFor(testApi, "login", clientIp);
    expect(await signIn(clientIp, { puzzle })).toBe(success);
    expect(await signIn(clientIp, { puzzle })).toBe(refused);
    expect(await signIn(clientIp, { puzzle: "bWFkZSB1cA==" })).toBe(refused);
  });

  test("a known browser signs in to its account without a puzzle", async () => {
    const clientIp = await floodedClientIp();
    const browser = testApi.open();
    const { email } = await testApi.createAccount();
    await browser.signIn(email, password, "192.0.2.5");
    browser.cookies.delete("PD-H-SESSION-ID");
    expect(leadsTo(await browser.signIn(email, password, clientIp))).toBe(success);
  });

  test("a person without JavaScript signs in when the minute has passed", async () => {
    const clientIp = await floodedClientIp();
    expect(await signIn(clientIp)).toBe(refused);
    await testApi.moveClock(61);
    expect(await signIn(clientIp)).toBe(success);
  });
});
