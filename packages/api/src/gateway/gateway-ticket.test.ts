import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "./test/browser.ts";
import { type GatewayHouse, gatewayHouse, locationOf } from "./test/gateway-house.ts";

let house: GatewayHouse;
beforeAll(async () => {
  house = await gatewayHouse();
});
afterAll(() => house.close());

const post = (browser: Browser, username: string, ticket: string) =>
  browser.post("/pkmslogin.form", { username, "login-form-type": "ticket", ticket });

test("signs in its own account once", async () => {
  const { email, id } = await house.somebody();
  const ticket = await house.issueTicket(id);
  expect((await post(house.open(), email, ticket)).headers.get("location")).toBe(locationOf("success"));
  expect((await post(house.open(), email, ticket)).headers.get("location")).toBe(locationOf("bad"));
});

test("is spent by one of 50 posts at once", async () => {
  const { email, id } = await house.somebody();
  const ticket = await house.issueTicket(id);
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(house.open(), email, ticket)));
  expect(answers.filter((answer) => answer.headers.get("location") === locationOf("success"))).toHaveLength(1);
});

test("of one account is worth nothing under another's name", async () => {
  const [owner, other] = [await house.somebody(), await house.somebody()];
  const answer = await post(house.open(), other.email, await house.issueTicket(owner.id));
  expect(answer.headers.get("location")).toBe(locationOf("bad"));
});

test("is past after 60 seconds", async () => {
  const { email, id } = await house.somebody();
  const ticket = await house.issueTicket(id);
  await house.moveClock(60);
  expect((await post(house.open(), email, ticket)).headers.get("location")).toBe(locationOf("bad"));
});

test("A-110 sent twice by a double click ends in the application", async () => {
  const { email, id } = await house.somebody();
  const [browser, ticket] = [house.open(), await house.issueTicket(id)];
  await post(browser, email, ticket);
  expect((await post(browser, email, ticket)).headers.get("location")).toBe(locationOf("alreadyLoggedIn"));
});
