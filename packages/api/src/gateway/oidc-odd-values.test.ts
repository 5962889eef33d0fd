import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { Application, belair, callback, clientSecret, follow } from "./test/application.ts";
import { createOidcTestApi, openBrowser, signInFor } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [server] = testApi.servers;
const application = await Application.discover(server);
const statusOf = async (path: string, init: RequestInit = {}) =>
  (await server.fetch(new Request(belair + path, init))).status;
const faults = () => testApi.logged.filter((line) => !line.includes('"event":"oidc.refused"'));
const bytes = ["%00", "%ED%A0%80", "%FF%FE", "%", "%u0000", "\u202e", "%F0%9F%98%80".repeat(300)];

describe("bytes that are no text", () => {
  test.each([
    "client_id",
    "redirect_uri",
    "scope",
    "response_type",
    "response_mode",
    "prompt",
    "max_age",
    "resource",
    "request_uri",
    "request",
    "code_challenge",
    "code_challenge_method",
    "display",
    "id_token_hint",
    "acr_values",
    "claims",
    "registration",
    "dpop_jkt",
  ])("A-429 in the parameter %s of an authorization are refused", async (name) => {
    const { url } = await application.start();
    for (const value of bytes) {
      url.searchParams.delete(name);
      expect([name, value.slice(0, 9), await statusOf(`${url.pathname}${url.search}&${name}=${value}`)]).not.toContain(
        500,
      );
    }
    expect(faults()).toEqual([]);
  });

  test("A-429 in a path, a header, a cookie or the name of a parameter are refused", async () => {
    const headerOf = (value: string) => value.replace(/[^ -~]/g, "?");
    for (const value of bytes) {
      for (const path of ["/oidc/interaction/", "/oidc/", "/oidc/authorize?", "/oidc/logout?", "/pkmslogout?"])
        expect([path, value.slice(0, 9), await statusOf(path + value)]).not.toContain(500);
      const sent: Record<string, string>[] = [
        { authorization: `Basic ${Buffer.from(`claims:\0${value}`).toString("base64")}` },
        { authorization: `Bearer ${headerOf(value)}` },
        { cookie: `interactions=${headerOf(value)}; PD-H-SESSION-ID=${headerOf(value)}` },
      ];
      for (const headers of sent)
        for (const path of [
          ...["token", "request", "token/introspection", "userinfo"].map((name) => `/oidc/${name}`),
          "/pkmslogin.form",
        ]) {
          const body = `token=${value}&grant_type=${value}&username=${value}&password=${value}&login-form-type=pwd`;
          const type = { "content-type": "application/x-www-form-urlencoded" };
          const status = await statusOf(path, { method: "POST", headers: { ...headers, ...type }, body });
          expect([path, value.slice(0, 9), status]).not.toContain(500);
        }
    }
    expect(faults()).toEqual([]);
  });
});

test.each([
  ["-1", false],
  ["1e3", true],
  ["99999999999999999999", false],
  [" ", false],
  ["1.5", false],
  ["NaN", false],
] as const)("A-434 max_age=«%s» neither fails nor skips the login", async (value, isAllowed) => {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(server);
  const started = await application.start();
  await application.finish(await signInFor(browser, started.url, email), started.verifier);
  const { url } = await application.start({ max_age: value });
  const end = await follow(browser, url.href);
  const hasLoggedIn = /[?&]code=/.test(end);
  expect([isAllowed, end]).toEqual([
    hasLoggedIn,
    expect.stringMatching(/error=invalid_request|[?&]code=|example\/$|localhost:3000\/$/),
  ]);
  expect(faults()).toEqual([]);
});

test("A-438 a right secret passes by header while wrong ones in the body are limited, and the reverse", async () => {
  const requestTokens = (auth: "header" | "body", secret: string) => {
    const header: Record<string, string> =
      auth === "header" ? { authorization: `Basic ${Buffer.from(`claims:${secret}`).toString("base64")}` } : {};
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: "invented",
      redirect_uri: callback,
      ...(auth === "body" && { client_id: "claims", client_secret: secret }),
    });
    return statusOf("/oidc/token", { method: "POST", headers: header, body });
  };
  const wrong = new Set<number>();
  for (let turn = 0; turn < 140; turn += 1)
    wrong.add(await requestTokens(turn % 2 ? "header" : "body", `wrong${turn}`));
  expect(wrong).toContain(429);
  for (const auth of ["header", "body"] as const)
    expect([auth, await requestTokens(auth, clientSecret)]).toEqual([auth, 400]);
});
