import { linkActions } from "@vestibule/catalogue/link.table.ts";
import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../../test/links.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { openIn, openLinkTestApi } from "../../../test/link-test-api.ts";
import { PortalBrowser, wholePortal } from "../../../test/portal-browser.ts";

const links = await openLinkTestApi();

const register = { action: "DEFPWD_REGISTER" } as const;
const start = "/create-an-account/identification";
const firstPassword = linkActions.DEFPWD_REGISTER.path;
const unknown = "a".repeat(43);
/** Where a URL redirects a browser without cookies. */
const redirectOf = async (path: string) => (await links.browser().open(path)).location;

describe("a link from a message", () => {
  test.each(["DEFPWD_REGISTER", "ASKUSERNAME"] as const)(
    "opens the page of its action before there is an account: %s",
    async (action) => {
      const { browser, page } = await links.arrive(await newPerson(links.testApi), { action });
      expect(page).toBe(linkActions[action].path);
      expect((await browser.open(page)).status).toBe(200);
    },
  );

  test.each(["ASKPASSWORD", "RESETPWD_LOGIN"] as const)(
    "opens the page of its action for an account, without its e-mail: %s",
    async (action) => {
      const person = await newPerson(links.testApi);
      await accountOf(links.testApi, person);
      const { browser, page } = await links.arrive(person, { action });
      expect(page).toBe(linkActions[action].path);
      const opened = await browser.open(page);
      expect(opened.status).toBe(200);
      expect(opened.main).not.toContain(person.email);
    },
  );

  test("stays at its URL while too many were opened from its client IP, and opens after that", async () => {
    const api = { ...links.testApi.apis[0] };
    let limited = true;
    const tooMany = () =>
      Response.json(
        { errorCode: 1429, message: "too many requests" },
        { status: 429, headers: { "retry-after": "1800" } },
      );
    const portal = await wholePortal(links.testApi, {
      api: { fetch: (request) => (limited && /\/tokens\//.test(request.url) ? tooMany() : api.fetch(request)) },
    });
    const { query } = await links.order(await newPerson(links.testApi), register);
    const browser = new PortalBrowser(portal);
    const held = await browser.open(`/${query}`);
    expect([held.status, held.location]).toEqual([429, null]);
    expect(held.html).toContain("Yours still works: reload this page in a few minutes.");
    limited = false;
    expect((await browser.open(`/${query}`)).location).toMatch(/^\/registration\/account-creation\/password/);
  });

  test("A-128 removes its token before any page is rendered: no URL, page or readable cookie contains it", async () => {
    const { query, token } = await links.order(await newPerson(links.testApi), register);
    for (const path of [`/${query}`, `/forgot${query}`, `/webseal.do?URL=${encodeURIComponent(`/${query}`)}`]) {
      const browser = links.browser();
      const opened = await browser.open(path);
      expect([opened.status, opened.html]).toEqual([303, ""]);
      expect(opened.location).toMatch(/^\/registration\/account-creation\/password/);
      const page = await browser.open(opened.location ?? "");
      const kept = [...browser.cookies.values()].join();
      expect(`${opened.location} ${page.html} ${[...page.headers].join()} ${kept}`).not.toContain(token);
    }
  });

  test("A-142 is read from the query of URL, one level deep, and parameters outside URL take precedence", async () => {
    const { query } = await links.order(await newPerson(links.testApi), register);
    const inside = (path: string) => `/?URL=${encodeURIComponent(path)}`;
    const browser = links.browser();
    const { location } = await browser.open(`${inside(`https://evil.example/${query}`)}&province=on&language=en`);
    expect(location).toBe(`${firstPassword}?province=on&language=en`);
    expect((await browser.open(location ?? "")).html).toContain('lang="en-CA"');
    let nested = inside(`/${query}`);
    for (let depth = 2; depth <= 10; depth++) {
      nested = inside(nested);
      expect((await links.browser().open(nested)).location).not.toBe(firstPassword);
    }
  });

  test("keeps other parameters of its URL, but none of a link, a gateway or a person", async () => {
    const { token } = await links.order(await newPerson(links.testApi), register);
    const url = `/?token=${token}&src=crm3&webview=true&email=a@b.example&SSORequest=x&emailSource=crm3&ERROR_CODE=1`;
    expect(await redirectOf(url)).toBe(`${firstPassword}?webview=true`);
  });
});

describe("an unknown link", () => {
  test("A-124 redirects to the start of registration, whatever its token contains", async () => {
    for (const token of [unknown, "x", encodeURIComponent("é%00 /../"), "%00", "b".repeat(10_000)])
      expect(await redirectOf(`/?token=${token}&webview=true`)).toBe(`${start}?webview=true`);
  });

  test("A-125 is one whose letter case, padding or source differs", async () => {
    const { token } = await links.order(await newPerson(links.testApi), register);
    const flipped = token.replace(/[a-z]/i, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    for (const query of [`token=${flipped}`, `token=${token}%3D`, `token=${token}&src=elsewhere`])
      expect(await redirectOf(`/?${query}`)).toBe(start);
    expect(await redirectOf(`/?token=${token}&src=elsewhere&ERROR_CODE=0x00000000`)).toMatch(firstPassword);
  });

  test("is one of another brand", async () => {
    const { token } = await links.order(await newPerson(links.testApi), register);
    const elsewhere = new PortalBrowser(await wholePortal(links.testApi), "http://intact.localhost:3000");
    expect((await elsewhere.open(`/?token=${token}`)).location).toBe(start);
  });
});

test.each([
  { answer: 500, roadblock: "technical" },
  { answer: 503, roadblock: "maintenance" },
  { answer: 530, roadblock: "maintenance" },
  { answer: "nothing", roadblock: "technical" },
])("a link leads to the roadblock $roadblock, without its token, if the API answers $answer", async (how) => {
  const { query, token } = await links.order(await newPerson(links.testApi), register);
  const portal = await wholePortal(links.testApi, {
    api: {
      fetch: async (request) => {
        if (!new URL(request.url).pathname.startsWith("/api/v1/tokens/")) return links.testApi.apis[0].fetch(request);
        if (typeof how.answer === "string") throw new TypeError("no answer");
        return Response.json({ message: "not now" }, { status: how.answer });
      },
    },
  });
  const browser = new PortalBrowser(portal);
  const { location } = await browser.open(`/${query}`);
  expect(location).toBe(`/roadblock/${how.roadblock}`);
  expect((await browser.open(location ?? "")).html).not.toContain(token);
});

describe("A-127 a mail scanner", () => {
  test("does not consume a link by requesting it, opening its page and submitting empty forms", async () => {
    const person = await newPerson(links.testApi);
    const { query, token } = await links.order(person, register);
    const scanner = links.browser();
    for (const path of [`/${query}`, `/${query}`]) {
      expect((await scanner.head(path)).location).toMatch(firstPassword);
      expect((await scanner.open(path)).location).toMatch(firstPassword);
    }
    const page = await scanner.open(firstPassword);
    for (const [, action] of page.main.matchAll(/<form[^>]*action="([^"]*)"/g))
      await scanner.post((action ?? "").replaceAll("&amp;", "&"), {});
    await scanner.post(firstPassword, {});
    await scanner.post(firstPassword, { password: "", terms: "yes", postalCode: "", dobDay: "" });
    expect((await openIn(links, token)).page).toBe(firstPassword);
    const { rows } = await links.testApi.pool.query(
      "select used_at, deleted_at, wrong_answers from link where recipient = $1",
      [person.email],
    );
    expect(rows).toEqual([{ used_at: null, deleted_at: null, wrong_answers: 0 }]);
  });
});

describe("A-163 a page that a link leads to", () => {
  const pages = [
    firstPassword,
    linkActions.ASKUSERNAME.path,
    linkActions.ASKPASSWORD.path,
    "/registration/account-creation/email-sent",
  ];

  test("does not open without the link, or with a link for another page, and keeps only safe query parameters", async () => {
    const { browser } = await links.arrive(await newPerson(links.testApi), register);
    for (const page of pages) {
      expect(await redirectOf(`${page}?webview=true&email=a@b.example`)).toBe(
        "/registration/identification?webview=true&cookies=check",
      );
      if (page !== firstPassword) expect((await browser.open(page)).location).toBe("/registration/identification");
      const posted = await links.browser().post(page, { password: "Ruisseau-88-bleu?" });
      expect(posted.status === 303 ? posted.location : posted.status).toBe(
        page.endsWith("email-sent") ? 405 : "/registration/identification?cookies=check",
      );
    }
    expect(await redirectOf("/check-your-inbox")).toBe("/?cookies=check");
    expect(await redirectOf("/roadblock/token-expired")).toBe("/?cookies=check");
  });

  test("closes on Cancel, in this browser only", async () => {
    const { browser, token } = await links.arrive(await newPerson(links.testApi), register);
    expect((await browser.post("/registration/cancel", {})).location).toBe("/");
    expect((await browser.open(firstPassword)).location).toBe("/registration/identification");
    expect((await openIn(links, token)).page).toBe(firstPassword);
  });
});
