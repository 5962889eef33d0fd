import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { patientHashing } from "../../../../test/test-api.ts";
import { hashingPool } from "../passwords/hashing-pool.adapter.ts";
import { HashingBusy } from "../passwords/password-hashing.port.ts";
import { createGatewayTestApi, loginResultUrl, password } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ hashing: hashingPool(patientHashing) }));

test("answers known and unknown names with the same status, headers and bytes", async () => {
  const shape = async (username: string, text: string) => {
    const response = await testApi.open().signIn(username, text);
    return { status: response.status, headers: [...response.headers], body: await response.text() };
  };
  for (const text of ["Not-The-One-1", "x", "", "x".repeat(65)])
    expect(await shape((await testApi.createAccount()).email, text)).toEqual(
      await shape(`nobody${text.length}@courrier.example`, text),
    );
});

test("A-097 refuses an over-long password without hashing it", async () => {
  let hashes = 0;
  const { hashing } = testApi.deps;
  const dummyVerify = (text: string) => {
    hashes += 1;
    return hashing.dummyVerify(text);
  };
  const browser = testApi.open({
    hashing: { ...hashing, dummyVerify, verify: () => Promise.reject(new Error("hashed")) },
  });
  const { email } = await testApi.createAccount();
  for (const length of [65, 1024, 1_000_000])
    expect((await browser.signIn(email, "x".repeat(length))).headers.get("location")).toBe(
      loginResultUrl(length > 8000 ? "refused" : "malformed"),
    );
  expect(hashes).toBe(0);
});

test("A-104 answers sign-ins beyond the hashing capacity with a short bilingual page and Retry-After", async () => {
  const { hashing } = testApi.deps;
  const browser = testApi.open({ hashing: { ...hashing, run: () => Promise.reject(new HashingBusy()) } });
  const response = await browser.signIn((await testApi.createAccount()).email, password);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
  const page = await response.text();
  expect(page).toContain("Un instant, s’il vous plaît");
  expect(page).toContain("One moment, please");
  expect(page).toMatch(/<a href="tel:\+18\d+">Call us at 1-8/);
  expect(page).not.toMatch(/<script|style=/);
});

test("A-104 answers some of 500 concurrent sign-ins, and refuses the rest before any query", async () => {
  const asking = new Set<string>();
  const database = testApi.database.withPlugin({
    transformQuery: ({ node }) => {
      const values = JSON.stringify(node).match(/flood\d+@courrier\.example/g) ?? [];
      for (const email of values) asking.add(email);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const browser = testApi.open({ database });
  const responses = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      browser.signIn(`flood${index}@courrier.example`, "Not-The-One-1", `192.0.2.${index}`),
    ),
  );
  const turnedAway = responses.filter((response) => response.status === 503);
  expect(turnedAway.every((response) => response.headers.get("retry-after") === "2")).toBe(true);
  expect(asking.size).toBe(500 - turnedAway.length);
  expect(asking.size).toBeGreaterThanOrEqual(32);
  expect(asking.size).toBeLessThan(500);
  expect((await browser.signIn((await testApi.createAccount()).email, password)).headers.get("location")).toBe(
    loginResultUrl("success"),
  );
});

test("leads a browser that asks for the form's target to the login page", async () => {
  const response = await testApi.open().get("/pkmslogin.form");
  expect([response.status, response.headers.get("location")]).toEqual([302, loginResultUrl("firstVisit")]);
});

test("A-106 refuses credentials in a query string and does not log them", async () => {
  const { email } = await testApi.createAccount();
  testApi.logged.length = 0;
  const query = `username=${encodeURIComponent(email)}&password=${password}`;
  const got = await testApi.open().get(`/pkmslogin.form?${query}`);
  const posted = await testApi.open().post(`/pkmslogin.form?${query}`, {});
  expect([got.status, posted.status]).toEqual([405, 405]);
  expect(got.headers.get("allow")).toBe("POST");
  expect(testApi.logged.join()).not.toMatch(/Grand-Vent|courrier/);
});

test("A-107 answers posted credentials with 302, so that browsers do not repost them", async () => {
  const { email } = await testApi.createAccount();
  const browser = testApi.open();
  for (const text of [password, "Not-The-One-1", "x".repeat(65), ""])
    expect((await browser.signIn(email, text)).status).toBe(302);
});

test.each([
  "https://evil.example",
  "null",
  "http://localhost:3000.evil.example",
  "http://evil.localhost:3000",
  "https://localhost:3000",
])("A-143 refuses a post from %s and sets no cookie", async (from) => {
  const browser = testApi.open();
  const response = await browser.post(
    "/pkmslogin.form",
    { username: (await testApi.createAccount()).email, password },
    { origin: from },
  );
  expect(response.headers.get("location")).toBe(loginResultUrl("refused"));
  expect(browser.cookies.size).toBe(0);
});

test("A-143 refuses a post that Sec-Fetch-Site marks cross-site, even without an Origin", async () => {
  const form = { username: (await testApi.createAccount()).email, password };
  const foreign = await testApi.open().post("/pkmslogin.form", form, { "sec-fetch-site": "cross-site" });
  expect(foreign.headers.get("location")).toBe(loginResultUrl("refused"));
  const sameOrigin = await testApi.open().post("/pkmslogin.form", form, { "sec-fetch-site": "same-origin" });
  expect(sameOrigin.headers.get("location")).toBe(loginResultUrl("success"));
  const hidden = { origin: "null", "sec-fetch-site": "same-origin" };
  const hiddenOrigin = await testApi.open().post("/pkmslogin.form", form, hidden);
  expect(hiddenOrigin.headers.get("location")).toBe(loginResultUrl("success"));
});

test("rejects another media type as malformed", async () => {
  const browser = testApi.open();
  const body = JSON.stringify({ username: (await testApi.createAccount()).email, password });
  const response = await browser.send("POST", "/pkmslogin.form", {
    body,
    headers: { "content-type": "application/json" },
  });
  expect(response.headers.get("location")).toBe(loginResultUrl("malformed"));
});

test("A-109 does not echo markup in the name or the ticket", async () => {
  const markup = '"><script>alert(1)</script>';
  const forms: Record<string, string>[] = [
    { username: markup, password },
    { username: "a@b.example", "login-form-type": "ticket", ticket: markup },
  ];
  for (const form of forms) {
    const response = await testApi.open().post("/pkmslogin.form", form);
    expect(`${await response.text()}${JSON.stringify([...response.headers])}`).not.toContain("script");
  }
});

test("A-191 redirects to the technical error page on a database error, without logging the e-mail in its detail", async () => {
  const { email } = await testApi.createAccount();
  testApi.logged.length = 0;
  const detail = `Key (brand, email)=(belair, ${email}) already exists.`;
  const fault = Object.assign(new Error(`duplicate key value: ${detail}`), { code: "23505", detail });
  const database = testApi.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => Promise.reject(fault),
  });
  const response = await testApi.open({ database }).signIn(email, password);
  expect(response.headers.get("location")).toBe(loginResultUrl("unavailable"));
  expect(testApi.logged.join()).toContain("23505");
  expect(testApi.logged.join()).not.toContain(email);
  expect(JSON.stringify([...response.headers])).not.toContain("person");
});

test("redirects to the configured application after a sign-in", async () => {
  const brand = { ...testApi.deps.brands.defaultBrand, applicationUrl: "https://application.example/start" };
  const browser = testApi.open({ brands: { ...testApi.deps.brands, byHost: () => brand } });
  await browser.get("/account");
  const response = await browser.signIn((await testApi.createAccount()).email, password);
  expect(response.headers.get("location")).toBe("https://application.example/start");
});
