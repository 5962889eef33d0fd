import {
  type GatewayOutcome,
  gatewayCodes,
  gatewayCodeWithoutRow,
  gatewayOutcomes,
} from "@vestibule/catalogue/gateway.table.ts";
import { readSignInPause } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestHouse, testAccount, testHouse } from "../../../../test/api-parts.ts";
import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";
import { gatewayGuard } from "./gateway.guard.ts";
import { type GatewayParts, gatewayRoutes } from "./gateway.route.ts";
import { gatewayLocation, outcomeOf } from "./gateway-answer.rule.ts";
import { Browser } from "./test/browser.ts";

const password = "Grand-Vent-42";
const origin = "http://localhost:3000";
let house: TestHouse;
beforeAll(async () => {
  house = await testHouse();
});
afterAll(() => house.close());

/** The gateway and, behind its guard, an application that tells what it was told. */
function open(more: Partial<GatewayParts> = {}, at = origin) {
  const parts = { ...house.parts, ...more };
  const entrance = new Hono();
  entrance.use("/home", gatewayGuard(parts));
  entrance.get("/home", (context) => context.json(context.req.header()));
  entrance.route("/", gatewayRoutes(parts));
  return new Browser((request) => entrance.fetch(request), at);
}

let people = 0;
async function somebody(more: { status?: "T" | "L" } = {}) {
  people += 1;
  const email = `person${people}@courrier.example`;
  return { email, id: await testAccount(house, { email, password, personKey: `person-${people}`, ...more }) };
}
const locationOf = (outcome: GatewayOutcome) => gatewayLocation(outcome, "/pkmslogin.form");
const issueTicket = (accountId: string) =>
  house.database.transaction().execute((transaction) => house.parts.users.issueTicket(transaction, { accountId }));

describe("the wire", () => {
  test("names operation, code and occasion in this order, encoded once", () => {
    expect(gatewayLocation("success", "/pkmslogin.form")).toBe(
      "/webseal.do?TAM_OP=login_success&ERROR_CODE=0x38cf05e7&URL=%2Fpkmslogin.form",
    );
    expect(gatewayLocation("firstVisit", "/home?a=b&c=é d")).toBe(
      "/webseal.do?TAM_OP=login&ERROR_CODE=0x00000000&URL=%2Fhome%3Fa%3Db%26c%3D%C3%A9%20d",
    );
    expect(gatewayLocation("loggedOut")).toBe("/webseal.do?TAM_OP=logout&ERROR_CODE=0x00000000");
  });

  const rows: [GatewayOutcome, string, string, string][] = [
    ["firstVisit", "login", "0x00000000", "login"],
    ["loggedOut", "logout", "0x00000000", "login"],
    ["success", "login_success", "0x38cf05e7", "application"],
    ["bad", "login", "0x132120c8", "loginError"],
    ["malformed", "login", "0x132120c9", "loginError"],
    ["lockedForTime", "acct_locked", "0x13212132", "forgot-password"],
    ["lockedUntilReset", "acct_locked", "0x13212135", "forgot-password"],
    ["expired", "passwd_exp", "0x132120cc", "forgot-password"],
    ["retryLimit", "login", "0x132120cb", "forgot-password"],
    ["disabled", "acct_inactivated", "0x132120d0", "technical"],
    ["newPasswordRefused", "passwd_rep_failure", "0x1321212c", "loginError"],
    ["alreadyLoggedIn", "help", "0x13212079", "application"],
    ["unavailable", "error", "0x13212077", "technical"],
    ["applicationAway", "error", "0x38cf04d7", "technical"],
    ["refused", "error", "0x13212064", "technical"],
  ];
  test("has a row here for every outcome", () => {
    expect(rows.map(([outcome]) => outcome).sort()).toEqual(Object.keys(gatewayOutcomes).sort());
  });
  test.each(rows)("says %s as %s %s, which the portal shows as %s", (outcome, operation, code, shown) => {
    expect(gatewayLocation(outcome)).toBe(`/webseal.do?TAM_OP=${operation}&ERROR_CODE=${code}`);
    const landing = gatewayCodes[code] ?? gatewayCodeWithoutRow;
    expect(landing.kind === "roadblock" ? landing.roadblock : landing.kind).toBe(shown);
  });
  test("has an outcome for every way a sign-in ends", () => {
    const kinds = [
      "bad",
      "malformed",
      "lockedForTime",
      "lockedUntilReset",
      "expired",
      "disabled",
      "unavailable",
    ] as const;
    for (const kind of kinds) expect(outcomeOf(kind)).toBe(kind);
    expect(outcomeOf("ok")).toBe("success");
  });
});

describe("the login form", () => {
  test("success leads to the portal's success address", async () => {
    const browser = open();
    const answer = await browser.signIn((await somebody()).email, password);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, locationOf("success")]);
  });

  test.each<[string, GatewayOutcome, (email: string) => Record<string, string>]>([
    ["a wrong password", "bad", (email) => ({ username: email, password: "Not-The-One-1" })],
    ["an unknown name", "bad", () => ({ username: "nobody@courrier.example", password })],
    ["65 characters of password", "malformed", (email) => ({ username: email, password: "x".repeat(65) })],
    ["a control character in the name", "malformed", (email) => ({ username: `${email}\u0001`, password })],
    ["an unknown form type", "malformed", (email) => ({ username: email, password, "login-form-type": "x" })],
    ["no name", "firstVisit", () => ({ username: " ", password })],
    ["no password", "firstVisit", (email) => ({ username: email, password: "" })],
    ["a ticket of nobody", "bad", (email) => ({ username: email, ticket: "t", "login-form-type": "ticket" })],
    ["a body over 8 KiB", "refused", (email) => ({ username: email, password, more: "x".repeat(8192) })],
  ])("%s is answered %s", async (_what, outcome, form) => {
    const browser = open();
    const answer = await browser.post("/pkmslogin.form", form((await somebody()).email));
    expect([answer.status, answer.headers.get("location")]).toEqual([302, locationOf(outcome)]);
    expect(browser.cookies.size).toBe(0);
  });

  test.each<["T" | "L", GatewayOutcome]>([
    ["T", "expired"],
    ["L", "lockedUntilReset"],
  ])("a right password of an account with status %s is answered %s", async (status, outcome) => {
    const answer = await open().signIn((await somebody({ status })).email, password);
    expect(answer.headers.get("location")).toBe(locationOf(outcome));
  });

  test("a disabled account shows to a right password alone", async () => {
    const { email, id } = await somebody();
    await house.pool.query("update account set disabled = true where id = $1", [id]);
    expect((await open().signIn(email, password)).headers.get("location")).toBe(locationOf("disabled"));
    expect((await open().signIn(email, "Not-The-One-1")).headers.get("location")).toBe(locationOf("bad"));
  });

  test("known and unknown names get the same status, headers and bytes", async () => {
    const shape = async (username: string, text: string) => {
      const answer = await open().signIn(username, text);
      return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
    };
    for (const text of ["Not-The-One-1", "x", "", "x".repeat(65)])
      expect(await shape((await somebody()).email, text)).toEqual(
        await shape(`nobody${text.length}@courrier.example`, text),
      );
  });

  test("a lock tells the portal until when, known or unknown", async () => {
    for (const username of [(await somebody()).email, "nobody-at-all@courrier.example"]) {
      const browser = open();
      for (let tries = 0; tries < 6; tries++) await browser.signIn(username, "Not-The-One-1");
      const answer = await browser.signIn(username, "Not-The-One-1");
      expect(answer.headers.get("location")).toBe(locationOf("lockedForTime"));
      const until = readSignInPause({
        signed: browser.cookies.get("sign-in-pause"),
        now: house.parts.clock.now(),
        keys: house.parts.keys.cookie,
      });
      const minutes = (new Date(until ?? 0).getTime() - house.parts.clock.now().getTime()) / 60_000;
      expect(Math.round(minutes)).toBe(15);
    }
  });

  test("A-092 a browser that signed in before still opens while a stranger is locked out", async () => {
    const { email } = await somebody();
    const [owner, stranger] = [open(), open()];
    await owner.signIn(email, password);
    await owner.get("/pkmslogout");
    for (let tries = 0; tries < 8; tries++) await stranger.signIn(email, "Not-The-One-1");
    expect((await stranger.signIn(email, password)).headers.get("location")).toBe(locationOf("lockedForTime"));
    expect((await owner.signIn(email, password)).headers.get("location")).toBe(locationOf("success"));
  });

  test("A-097 a password of a megabyte is refused without a hash", async () => {
    let hashes = 0;
    const { hashing } = house.parts;
    const spend = (text: string) => {
      hashes += 1;
      return hashing.spend(text);
    };
    const browser = open({ hashing: { ...hashing, spend, verify: () => Promise.reject(new Error("hashed")) } });
    const { email } = await somebody();
    for (const length of [65, 1024, 1_000_000])
      expect((await browser.signIn(email, "x".repeat(length))).headers.get("location")).toBe(
        locationOf(length > 8000 ? "refused" : "malformed"),
      );
    expect(hashes).toBe(0);
  });

  test("A-104 more sign-ins than can be hashed get a short page of both languages and the time to wait", async () => {
    const full = () => Promise.reject(new HashingBusy());
    const browser = open({ hashing: { hash: full, verify: full, spend: full } });
    const answer = await browser.signIn((await somebody()).email, password);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    const page = await answer.text();
    expect(page).toContain("Un moment, s’il vous plaît");
    expect(page).toContain("One moment, please");
    expect(page).not.toMatch(/<script|style=/);
  });

  test("A-104 of 500 sign-ins at once some are answered, and the rest turned away before they ask anything", async () => {
    let questions = 0;
    const findByEmail: typeof house.parts.users.findByEmail = (...question) => {
      questions += 1;
      return house.parts.users.findByEmail(...question);
    };
    const browser = open({ users: { ...house.parts.users, findByEmail } });
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => browser.signIn(`flood${index}@courrier.example`, "Not-The-One-1")),
    );
    const turnedAway = answers.filter((answer) => answer.status === 503);
    expect(turnedAway.every((answer) => answer.headers.get("retry-after") === "2")).toBe(true);
    expect(questions).toBe(500 - turnedAway.length);
    expect(questions).toBeGreaterThanOrEqual(32);
    expect(questions).toBeLessThan(500);
    expect((await browser.signIn((await somebody()).email, password)).headers.get("location")).toBe(
      locationOf("success"),
    );
  });

  test("A-106 credentials in an address are no sign-in, and nothing of them is logged", async () => {
    const { email } = await somebody();
    house.logged.length = 0;
    const query = `username=${encodeURIComponent(email)}&password=${password}`;
    const [got, posted] = [
      await open().get(`/pkmslogin.form?${query}`),
      await open().post(`/pkmslogin.form?${query}`, {}),
    ];
    expect([got.status, posted.status]).toEqual([405, 405]);
    expect(got.headers.get("allow")).toBe("POST");
    expect(house.logged.join()).not.toMatch(/Grand-Vent|courrier/);
  });

  test("A-107 a post of credentials is answered 302, never so that a browser would post them on", async () => {
    const { email } = await somebody();
    const browser = open();
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
    const browser = open();
    const answer = await browser.post(
      "/pkmslogin.form",
      { username: (await somebody()).email, password },
      { origin: from },
    );
    expect(answer.headers.get("location")).toBe(locationOf("refused"));
    expect(browser.cookies.size).toBe(0);
  });

  test("A-143 a post that a browser says is cross-site is refused without an Origin too", async () => {
    const form = { username: (await somebody()).email, password };
    const foreign = await open().post("/pkmslogin.form", form, { "sec-fetch-site": "cross-site" });
    expect(foreign.headers.get("location")).toBe(locationOf("refused"));
    const own = await open().post("/pkmslogin.form", form, { "sec-fetch-site": "same-origin" });
    expect(own.headers.get("location")).toBe(locationOf("success"));
  });

  test("another media type is malformed", async () => {
    const browser = open();
    const body = JSON.stringify({ username: (await somebody()).email, password });
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
      const answer = await open().post("/pkmslogin.form", form);
      expect(`${await answer.text()}${JSON.stringify([...answer.headers])}`).not.toContain("script");
    }
  });

  test("A-191 a fault of the database leads to the technical page, and its detail with the address is logged nowhere", async () => {
    const { email } = await somebody();
    house.logged.length = 0;
    const detail = `Key (brand, email)=(belair, ${email}) already exists.`;
    const fault = Object.assign(new Error(`duplicate key value: ${detail}`), { code: "23505", detail });
    const users = { ...house.parts.users, findByEmail: () => Promise.reject(fault) };
    const answer = await open({ users }).signIn(email, password);
    expect(answer.headers.get("location")).toBe(locationOf("unavailable"));
    expect(house.logged.join()).toContain("23505");
    expect(house.logged.join()).not.toContain(email);
    expect(JSON.stringify([...answer.headers])).not.toContain("person");
  });

  test("a brand with an outside gateway has no built-in one", async () => {
    const brand = house.parts.brands.defaultBrand;
    const outside = { kind: "outside", origin: "https://signon.example", loginPath: "/login", registry: "r" } as const;
    const brands = { ...house.parts.brands, byHost: () => ({ ...brand, gateway: outside }) };
    expect((await open({ brands }).signIn((await somebody()).email, password)).status).toBe(404);
  });

  test("a configured application is where success leads", async () => {
    const brand = { ...house.parts.brands.defaultBrand, applicationUrl: "https://application.example/start" };
    const browser = open({ brands: { ...house.parts.brands, byHost: () => brand } });
    await browser.get("/home");
    const answer = await browser.signIn((await somebody()).email, password);
    expect(answer.headers.get("location")).toBe("https://application.example/start");
  });
});

describe("the ticket", () => {
  const post = (browser: Browser, username: string, ticket: string) =>
    browser.post("/pkmslogin.form", { username, "login-form-type": "ticket", ticket });

  test("signs in its own account once", async () => {
    const { email, id } = await somebody();
    const ticket = await issueTicket(id);
    expect((await post(open(), email, ticket)).headers.get("location")).toBe(locationOf("success"));
    expect((await post(open(), email, ticket)).headers.get("location")).toBe(locationOf("bad"));
  });

  test("is spent by one of 50 posts at once", async () => {
    const { email, id } = await somebody();
    const ticket = await issueTicket(id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(open(), email, ticket)));
    expect(answers.filter((answer) => answer.headers.get("location") === locationOf("success"))).toHaveLength(1);
  });

  test("of one account is worth nothing under another's name", async () => {
    const [owner, other] = [await somebody(), await somebody()];
    const answer = await post(open(), other.email, await issueTicket(owner.id));
    expect(answer.headers.get("location")).toBe(locationOf("bad"));
  });

  test("is past after 60 seconds", async () => {
    const { email, id } = await somebody();
    const ticket = await issueTicket(id);
    await house.moveClock(60);
    expect((await post(open(), email, ticket)).headers.get("location")).toBe(locationOf("bad"));
  });

  test("A-110 sent twice by a double click ends in the application", async () => {
    const { email, id } = await somebody();
    const [browser, ticket] = [open(), await issueTicket(id)];
    await post(browser, email, ticket);
    expect((await post(browser, email, ticket)).headers.get("location")).toBe(locationOf("alreadyLoggedIn"));
  });
});
