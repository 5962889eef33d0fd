import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import type { Browser } from "./test/browser.ts";
import { createGatewayTestApi, loginResultUrl } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi());

const post = (browser: Browser, username: string, ticket: string) =>
  browser.post("/pkmslogin.form", { username, "login-form-type": "ticket", ticket });

test("accepts a ticket for its own account once", async () => {
  const { email, id } = await testApi.createAccount();
  const ticket = await testApi.issueTicket(id);
  expect((await post(testApi.open(), email, ticket)).headers.get("location")).toBe(loginResultUrl("success"));
  expect((await post(testApi.open(), email, ticket)).headers.get("location")).toBe(
    loginResultUrl("invalidCredentials"),
  );
});

test("refuses a ticket of one account under the name of another", async () => {
  const owner = await testApi.createAccount();
  const other = await testApi.createAccount();
  const response = await post(testApi.open(), other.email, await testApi.issueTicket(owner.id));
  expect(response.headers.get("location")).toBe(loginResultUrl("invalidCredentials"));
});

test("A-110 redirects to the application when a double click sends a ticket twice", async () => {
  const { email, id } = await testApi.createAccount();
  const browser = testApi.open();
  const ticket = await testApi.issueTicket(id);
  await post(browser, email, ticket);
  expect((await post(browser, email, ticket)).headers.get("location")).toBe(loginResultUrl("alreadyLoggedIn"));
});
