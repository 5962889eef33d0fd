import { type GatewayResult, gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { gatewayGuard } from "./gateway.guard.ts";
import { gatewayRoutes } from "./gateway.route.ts";
import { gatewayLocation, gatewayResultOf } from "./gateway-result.rule.ts";
import { Browser } from "./test/browser.ts";
import {
  createGatewayTestApi,
  homeOrigin,
  leadsTo,
  loginResultUrl,
  password,
  wrongPassword,
} from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi());

const form = "&URL=%2Fpkmslogin.form";
const wrong = `/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8${form}`;
const malformed = `/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c9${form}`;
const refused = `/webseal.do?TAM_OP=error&ERROR_CODE=0x13212064${form}`;

describe("the gateway URL", () => {
  test("contains operation, code and URL in this order, encoded once", () => {
    expect(gatewayLocation("firstVisit", "/account?a=b&c=é d")).toBe(
      "/webseal.do?TAM_OP=login&ERROR_CODE=0x00000000&URL=%2Faccount%3Fa%3Db%26c%3D%C3%A9%20d",
    );
  });

  test("has an outcome for every sign-in result", () => {
    const kinds = "invalidCredentials malformed lockedOut lockedUntilReset expired disabled unavailable".split(" ");
    for (const kind of kinds) expect(gatewayResultOf(kind as Parameters<typeof gatewayResultOf>[0])).toBe(kind);
    expect(gatewayResultOf("ok")).toBe("success");
  });
});

describe("the gateway redirects", () => {
  test("a direct sign-in with success", async () => {
    const response = await testApi.open().signIn((await testApi.createAccount()).email, password);
    expect([response.status, leadsTo(response)]).toEqual([
      302,
      `/webseal.do?TAM_OP=login_success&ERROR_CODE=0x38cf05e7${form}`,
    ]);
  });

  test.each<[string, string, (email: string) => Record<string, string>]>([
    ["a wrong password", wrong, (email) => ({ username: email, password: wrongPassword })],
    ["an unknown name", wrong, () => ({ username: "nobody@courrier.example", password })],
    ["an unknown ticket", wrong, (email) => ({ username: email, ticket: "t", "login-form-type": "ticket" })],
    ["an over-long password", malformed, (email) => ({ username: email, password: "x".repeat(65) })],
    ["an over-long name", malformed, (email) => ({ username: `${"x".repeat(254)}${email}`, password })],
    ["a control character in the name", malformed, (email) => ({ username: `${email}\u0001`, password })],
    ["a control character in the password", malformed, (email) => ({ username: email, password: `${password}\u0000` })],
    ["an unknown form type", malformed, (email) => ({ username: email, password, "login-form-type": "x" })],
    ["no name", loginResultUrl("firstVisit"), () => ({ username: " ", password })],
    ["no password", loginResultUrl("firstVisit"), (email) => ({ username: email, password: "" })],
    ["a body over 8 KiB", refused, (email) => ({ username: email, password, more: "x".repeat(8192) })],
  ])("%s", async (_what, location, fields) => {
    const browser = testApi.open();
    const response = await browser.post("/pkmslogin.form", fields((await testApi.createAccount()).email));
    expect([response.status, leadsTo(response)]).toEqual([302, location]);
    expect(browser.cookies.size).toBe(0);
  });

  test("a disabled account like a wrong password, and with its own code after the correct password", async () => {
    const { email, id } = await testApi.createAccount();
    await testApi.pool.query("update account set disabled = true where id = $1", [id]);
    expect(leadsTo(await testApi.open().signIn(email, wrongPassword))).toBe(wrong);
    expect(leadsTo(await testApi.open().signIn(email, password))).toBe(
      `/webseal.do?TAM_OP=acct_inactivated&ERROR_CODE=0x132120d0${form}`,
    );
  });

  test("a temporary password, valid or expired, with its own code", async () => {
    const { email, id } = await testApi.createAccount({ status: "T" });
    const expired = `/webseal.do?TAM_OP=passwd_exp&ERROR_CODE=0x132120cc${form}`;
    expect(leadsTo(await testApi.open().signIn(email, password))).toBe(expired);
    await testApi.pool.query("update account set temporary_until = app_now() - interval '1 hour' where id = $1", [id]);
    expect(leadsTo(await testApi.open().signIn(email, password))).toBe(expired);
    expect(leadsTo(await testApi.open().signIn(email, wrongPassword))).toBe(wrong);
  });

  test("an account that is already signed in to the application", async () => {
    const browser = testApi.open();
    const { email } = await testApi.createAccount();
    await browser.signIn(email, password);
    expect(leadsTo(await browser.signIn(email, password))).toBe(`/webseal.do?TAM_OP=help&ERROR_CODE=0x13212079${form}`);
  });

  test("an unavailable database and a flood from one client IP with the same code", async () => {
    const unavailable = `/webseal.do?TAM_OP=error&ERROR_CODE=0x13212077${form}`;
    const away = () => Promise.reject(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
    const { email } = await testApi.createAccount();
    const database = testApi.database.withPlugin({ transformQuery: ({ node }) => node, transformResult: away });
    expect(leadsTo(await testApi.open({ database }).signIn(email, password))).toBe(unavailable);
    const narrow = testApi.open({ clientIpLimitFactor: 1 });
    for (let tries = 0; tries < 60; tries++) await narrow.signIn(email, "x".repeat(65));
    expect(leadsTo(await narrow.signIn(email, password))).toBe(unavailable);
  });

  test.each<[string, () => Response]>([
    [
      "does not answer",
      () => {
        throw new Error("no route to host");
      },
    ],
    ["is said to be away by a proxy", () => new Response("Bad gateway", { status: 502 })],
  ])("to a page of the portal for an application that %s", async (_how, application) => {
    const app = new Hono().onError((_fault, context) => context.body(null, 500));
    app.use("/account", gatewayGuard(testApi.deps));
    app.get("/account", application);
    app.route("/", gatewayRoutes(testApi.deps));
    const browser = new Browser((request) => app.fetch(request), homeOrigin);
    await browser.signIn((await testApi.createAccount()).email, password);
    const response = await browser.get("/account");
    expect([response.status, leadsTo(response)]).toEqual([
      302,
      "/webseal.do?TAM_OP=error&ERROR_CODE=0x38cf04d7&URL=%2Faccount",
    ]);
  });

  test("never with the codes that it only reads: retry limit and refused new password", () => {
    const { retryLimit, newPasswordRefused } = gatewayResults satisfies Record<GatewayResult, unknown>;
    const kinds = "ok invalidCredentials malformed lockedOut lockedUntilReset expired disabled unavailable".split(" ");
    const sent = kinds.map(
      (kind) => gatewayResults[gatewayResultOf(kind as Parameters<typeof gatewayResultOf>[0])].code,
    );
    expect(sent).not.toContain(retryLimit.code);
    expect(sent).not.toContain(newPasswordRefused.code);
  });
});
