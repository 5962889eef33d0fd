import { afterAll, beforeAll, expect, test } from "vitest";
import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";
import { createGatewayTestApi, type GatewayTestApi, locationOf, password } from "./test/gateway-test-api.ts";

let testApi: GatewayTestApi;
beforeAll(async () => {
  testApi = await createGatewayTestApi();
});
afterAll(() => testApi.close());

test("known and unknown names get the same status, headers and bytes", async () => {
  const shape = async (username: string, text: string) => {
    const answer = await testApi.open().signIn(username, text);
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  };
  for (const text of ["Not-The-One-1", "x", "", "x".repeat(65)])
    expect(await shape((await testApi.somebody()).email, text)).toEqual(
      await shape(`nobody${text.length}@courrier.example`, text),
    );
});

test("A-097 a password of a megabyte is refused without a hash", async () => {
  let hashes = 0;
  const { hashing } = testApi.deps;
  const dummyVerify = (text: string) => {
    hashes += 1;
    return hashing.dummyVerify(text);
  };
  const browser = testApi.open({
    hashing: { ...hashing, dummyVerify, verify: () => Promise.reject(new Error("hashed")) },
  });
  const { email } = await testApi.somebody();
  for (const length of [65, 1024, 1_000_000])
    expect((await browser.signIn(email, "x".repeat(length))).headers.get("location")).toBe(
      locationOf(length > 8000 ? "refused" : "malformed"),
    );
  expect(hashes).toBe(0);
});

test("A-104 more sign-ins than can be hashed get a short page of both languages and the time to wait", async () => {
  const full = () => Promise.reject(new HashingBusy());
  const browser = testApi.open({ hashing: { hash: full, verify: full, dummyVerify: full } });
  const answer = await browser.signIn((await testApi.somebody()).email, password);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  const page = await answer.text();
  expect(page).toContain("Un instant, s’il vous plaît");
  expect(page).toContain("One moment, please");
  expect(page).toMatch(/<a href="tel:\+18\d+">Call us at 1-8/);
  expect(page).not.toMatch(/<script|style=/);
});

test("A-104 of 500 sign-ins at once some are answered, and the rest turned away before they ask anything", async () => {
  let questions = 0;
  const findByEmail: typeof testApi.deps.accountStore.findByEmail = (...question) => {
    questions += 1;
    return testApi.deps.accountStore.findByEmail(...question);
  };
  const browser = testApi.open({ accountStore: { ...testApi.deps.accountStore, findByEmail } });
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      browser.signIn(`flood${index}@courrier.example`, "Not-The-One-1", `192.0.2.${index}`),
    ),
  );
  const turnedAway = answers.filter((answer) => answer.status === 503);
  expect(turnedAway.every((answer) => answer.headers.get("retry-after") === "2")).toBe(true);
  expect(questions).toBe(500 - turnedAway.length);
  expect(questions).toBeGreaterThanOrEqual(32);
  expect(questions).toBeLessThan(500);
  expect((await browser.signIn((await testApi.somebody()).email, password)).headers.get("location")).toBe(
    locationOf("success"),
  );
});

test("A-106 credentials in an address are no sign-in, and nothing of them is logged", async () => {
  const { email } = await testApi.somebody();
  testApi.logged.length = 0;
  const query = `username=${encodeURIComponent(email)}&password=${password}`;
  const [got, posted] = [
    await testApi.open().get(`/pkmslogin.form?${query}`),
    await testApi.open().post(`/pkmslogin.form?${query}`, {}),
  ];
  expect([got.status, posted.status]).toEqual([405, 405]);
  expect(got.headers.get("allow")).toBe("POST");
  expect(testApi.logged.join()).not.toMatch(/Grand-Vent|courrier/);
});

test("A-107 a post of credentials is answered 302, never so that a browser would post them on", async () => {
  const { email } = await testApi.somebody();
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
])("A-143 a post from %s is refused, and nobody is signed in", async (from) => {
  const browser = testApi.open();
  const answer = await browser.post(
    "/pkmslogin.form",
    { username: (await testApi.somebody()).email, password },
    { origin: from },
  );
  expect(answer.headers.get("location")).toBe(locationOf("refused"));
  expect(browser.cookies.size).toBe(0);
});

test("A-143 a post that a browser says is cross-site is refused without an Origin too", async () => {
  const form = { username: (await testApi.somebody()).email, password };
  const foreign = await testApi.open().post("/pkmslogin.form", form, { "sec-fetch-site": "cross-site" });
  expect(foreign.headers.get("location")).toBe(locationOf("refused"));
  const own = await testApi.open().post("/pkmslogin.form", form, { "sec-fetch-site": "same-origin" });
  expect(own.headers.get("location")).toBe(locationOf("success"));
});

test("another media type is malformed", async () => {
  const browser = testApi.open();
  const body = JSON.stringify({ username: (await testApi.somebody()).email, password });
  const answer = await browser.send("POST", "/pkmslogin.form", {
    body,
    headers: { "content-type": "application/json" },
  });
  expect(answer.headers.get("location")).toBe(locationOf("malformed"));
});

test("A-109 markup in the name or the ticket comes back nowhere", async () => {
  const markup = '"><script>alert(1)</script>';
  const forms: Record<string, string>[] = [
    { username: markup, password },
    { username: "a@b.example", "login-form-type": "ticket", ticket: markup },
  ];
  for (const form of forms) {
    const answer = await testApi.open().post("/pkmslogin.form", form);
    expect(`${await answer.text()}${JSON.stringify([...answer.headers])}`).not.toContain("script");
  }
});

test("A-191 a fault of the database leads to the technical page, and its detail with the address is logged nowhere", async () => {
  const { email } = await testApi.somebody();
  testApi.logged.length = 0;
  const detail = `Key (brand, email)=(belair, ${email}) already exists.`;
  const fault = Object.assign(new Error(`duplicate key value: ${detail}`), { code: "23505", detail });
  const accountStore = { ...testApi.deps.accountStore, findByEmail: () => Promise.reject(fault) };
  const answer = await testApi.open({ accountStore }).signIn(email, password);
  expect(answer.headers.get("location")).toBe(locationOf("unavailable"));
  expect(testApi.logged.join()).toContain("23505");
  expect(testApi.logged.join()).not.toContain(email);
  expect(JSON.stringify([...answer.headers])).not.toContain("person");
});

test("a brand with an outside gateway has no built-in one", async () => {
  const brand = testApi.deps.brands.defaultBrand;
  const outside = { kind: "outside", origin: "https://signon.example", loginPath: "/login", registry: "r" } as const;
  const brands = { ...testApi.deps.brands, byHost: () => ({ ...brand, gateway: outside }) };
  expect((await testApi.open({ brands }).signIn((await testApi.somebody()).email, password)).status).toBe(404);
});

test("a configured application is where success leads", async () => {
  const brand = { ...testApi.deps.brands.defaultBrand, applicationUrl: "https://application.example/start" };
  const browser = testApi.open({ brands: { ...testApi.deps.brands, byHost: () => brand } });
  await browser.get("/home");
  const answer = await browser.signIn((await testApi.somebody()).email, password);
  expect(answer.headers.get("location")).toBe("https://application.example/start");
});
