import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "./test/browser.ts";
import { createGatewayTestApi, type GatewayTestApi, locationOf } from "./test/gateway-test-api.ts";

let testApi: GatewayTestApi;
beforeAll(async () => {
  testApi = await createGatewayTestApi();
});
afterAll(() => testApi.close());

const post = (browser: Browser, username: string, ticket: string) =>
  browser.post("/pkmslogin.form", { username, "login-form-type": "ticket", ticket });

test("signs in its own account once", async () => {
  const { email, id } = await testApi.somebody();
  const ticket = await testApi.issueTicket(id);
  expect((await post(testApi.open(), email, ticket)).headers.get("location")).toBe(locationOf("success"));
  expect((await post(testApi.open(), email, ticket)).headers.get("location")).toBe(locationOf("bad"));
});

test("is spent by one of 50 posts at once", async () => {
  const { email, id } = await testApi.somebody();
  const ticket = await testApi.issueTicket(id);
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(testApi.open(), email, ticket)));
  expect(answers.filter((answer) => answer.headers.get("location") === locationOf("success"))).toHaveLength(1);
});

test("of one account is worth nothing under another's name", async () => {
  const [owner, other] = [await testApi.somebody(), await testApi.somebody()];
  const answer = await post(testApi.open(), other.email, await testApi.issueTicket(owner.id));
  expect(answer.headers.get("location")).toBe(locationOf("bad"));
});

test("is past after 60 seconds", async () => {
  const { email, id } = await testApi.somebody();
  const ticket = await testApi.issueTicket(id);
  await testApi.moveClock(60);
  expect((await post(testApi.open(), email, ticket)).headers.get("location")).toBe(locationOf("bad"));
});

test("A-110 sent twice by a double click ends in the application", async () => {
  const { email, id } = await testApi.somebody();
  const [browser, ticket] = [testApi.open(), await testApi.issueTicket(id)];
  await post(browser, email, ticket);
  expect((await post(browser, email, ticket)).headers.get("location")).toBe(locationOf("alreadyLoggedIn"));
});
