import { findAccountByEmail } from "@vestibule/api/accounts/account.store.ts";
import { linkActions } from "@vestibule/catalogue/link.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { describe, expect, test } from "vitest";
import { linkCaller, linkClients, mailsTo } from "../../../../../test/links.ts";
import { newPerson, type TestPerson, validPassword } from "../../../../../test/registration.ts";
import { openIn, openLinkTestApi } from "../../../test/link-test-api.ts";
import { visibleText } from "../../../test/portal-browser.ts";

const links = await openLinkTestApi();

const register = { action: "DEFPWD_REGISTER" } as const;
const firstPassword = linkActions.DEFPWD_REGISTER.path;
const roadblock = "/roadblock/token-expired";
const account = {
  dobDay: "29",
  dobMonth: "2",
  dobYear: "1988",
  postalCode: "H2X 1Y4",
  terms: "yes",
  password: validPassword,
  passwordConfirmation: validPassword,
};
const texts = pageTexts(["link", "roadblock"], "en");

const usedLink = async (person: TestPerson) => {
  const { browser, token } = await links.arrive(person, register);
  expect((await browser.post(firstPassword, account)).location).toBe("/create-an-account/confirmation");
  return token;
};
const freshTokens = async ({ email }: TestPerson) =>
  (await mailsTo(links.testApi, email)).filter(({ kind }) => kind === "lockedAccount").map(({ token }) => token);
const expiredLink = async (person: TestPerson) => {
  const { token } = await links.order(person, register);
  await links.testApi.pool.query("update link set expires_at = app_now() where recipient = $1", [person.email]);
  return token;
};

describe("A-118 A-139 a link", () => {
  const unusable: Record<string, (person: TestPerson) => Promise<string>> = {
    used: usedLink,
    expired: expiredLink,
    deleted: async (person) => {
      const { token } = await links.order(person, register);
      const { postalCode, dateOfBirth } = person.policy;
      await linkClients(links.testApi).links.remove(linkCaller, token, { postalCode, dateOfBirth });
      return token;
    },
    replaced: async (person) => {
      const token = await expiredLink(person);
      const { browser } = await openIn(links, token);
      await browser.post("/email-link/fresh", {});
      return token;
    },
  };
  test.each(Object.keys(unusable))("that is %s leads to the roadblock and shows no personal data", async (how) => {
    const person = await newPerson(links.testApi);
    const token = (await unusable[how]?.(person)) ?? "";
    const { browser, page } = await openIn(links, token);
    expect(page).toBe(roadblock);
    const shown = await browser.open(page);
    expect(shown.status).toBe(200);
    expect(visibleText(shown)).toContain(texts["roadblock:token-expired.title"]);
    for (const fact of [person.email, person.policy.firstName, person.policy.lastName, token, "•••"])
      expect(shown.html).not.toContain(fact);
    expect((await browser.open(firstPassword)).location).toMatch("/registration/identification");
  });
});

describe("a new link in place of an expired one", () => {
  test("is requested at the roadblock, arrives by e-mail and opens the same page", async () => {
    const person = await newPerson(links.testApi);
    const { browser } = await openIn(links, await expiredLink(person));
    expect((await browser.open(roadblock)).main).toContain('action="/email-link/fresh"');
    expect((await browser.post("/email-link/fresh", {})).location).toBe("/check-your-inbox");
    const inbox = await browser.open("/check-your-inbox");
    expect(visibleText(inbox)).toContain(texts["link:inbox.lead"]);
    expect(inbox.html).not.toContain(person.email);

    const [fresh = ""] = await freshTokens(person);
    const arrived = await openIn(links, fresh);
    expect(arrived.page).toBe(firstPassword);
    expect((await arrived.browser.post(firstPassword, account)).location).toBe("/create-an-account/confirmation");
  });

  test("can be requested again, which the page confirms once; the fourth request leads to an agent", async () => {
    const person = await newPerson(links.testApi);
    const { browser } = await openIn(links, await expiredLink(person));
    await browser.post("/email-link/fresh", {});
    for (let again = 2; again <= 3; again++) {
      expect((await browser.post("/email-link/fresh", {})).location).toBe("/check-your-inbox");
      expect(visibleText(await browser.open("/check-your-inbox"))).toContain(texts["link:inbox.askedAgain"]);
      expect(visibleText(await browser.open("/check-your-inbox"))).not.toContain(texts["link:inbox.askedAgain"]);
    }
    expect((await browser.post("/email-link/fresh", {})).location).toBe("/roadblock/resend-email");
    expect(await freshTokens(person)).toHaveLength(3);
  });

  test("cannot be requested without an expired link", async () => {
    const browser = links.browser();
    expect((await browser.post("/email-link/fresh", {})).location).toBe("/");
    const { browser: live } = await links.arrive(await newPerson(links.testApi), register);
    expect((await live.post("/email-link/fresh", {})).location).toBe("/");
  });

  test("is not offered after the roadblock was left", async () => {
    const person = await newPerson(links.testApi);
    const { browser } = await openIn(links, await expiredLink(person));
    expect((await browser.post("/roadblock/leave", { exit: "login" })).location).toBe("/");
    expect((await browser.post("/email-link/fresh", {})).location).toBe("/");
    expect(await freshTokens(person)).toEqual([]);
  });
});

describe("a link that was valid when it was opened", () => {
  test("A-119 creates one account in two browsers: the second sees that the link is used and loses its session data", async () => {
    const person = await newPerson(links.testApi);
    const { browser: first, token } = await links.arrive(person, register);
    const { browser: second } = await openIn(links, token);
    expect((await first.post(firstPassword, account)).location).toBe("/create-an-account/confirmation");
    expect((await second.post(firstPassword, account)).location).toBe(roadblock);
    expect((await second.open(firstPassword)).location).toMatch("/registration/identification");
    const { rows } = await links.testApi.pool.query("select count(*)::int as accounts from account where email = $1", [
      person.email,
    ]);
    expect(rows).toEqual([{ accounts: 1 }]);
  });

  test("A-122 acts for its own person only, whatever id or e-mail the form adds", async () => {
    const person = await newPerson(links.testApi);
    const victim = await newPerson(links.testApi);
    const { browser } = await links.arrive(person, register);
    const { token } = await links.order(victim, register);
    const swapped = { id: token, registrationId: token, token, email: victim.email, username: victim.email };
    expect((await browser.post(firstPassword, { ...account, ...swapped })).location).toBe(
      "/create-an-account/confirmation",
    );
    const made = (email: string) => findAccountByEmail(links.testApi.database, { brandId: "belair", email });
    expect(await made(person.email)).toBeDefined();
    expect(await made(victim.email)).toBeUndefined();
    expect((await openIn(links, token)).page).toBe(firstPassword);
  });

  test("is revoked at the third wrong answer, and its page stays closed after the roadblock", async () => {
    const person = await newPerson(links.testApi, { role: 80, cell_phone: null });
    const { browser, token } = await links.arrive(person, { ...register, role: 80 });
    const wrong = { ...account, postalCode: "K1A 0B1" };
    expect((await browser.post(firstPassword, wrong)).status).toBe(400);
    expect((await browser.post(firstPassword, wrong)).status).toBe(400);
    expect((await browser.post(firstPassword, wrong)).location).toBe("/roadblock/login-difficulties");
    await browser.open("/roadblock/login-difficulties");
    await browser.post("/roadblock/leave", { exit: "login" });
    expect((await browser.open(firstPassword)).location).toBe("/registration/identification");
    expect((await openIn(links, token)).page).toBe(roadblock);
  });
});
