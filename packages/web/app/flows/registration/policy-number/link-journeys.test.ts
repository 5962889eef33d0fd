import { findAccountByEmail, findAccountById } from "@vestibule/api/accounts/account.store.ts";
import { linkActions } from "@vestibule/catalogue/link.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { describe, expect, test } from "vitest";
import { accountOf, mailsTo } from "../../../../../../test/links.ts";
import { newPerson, validPassword } from "../../../../../../test/registration.ts";
import { openIn, openLinkTestApi } from "../../../../test/link-test-api.ts";
import { visibleText, words } from "../../../../test/portal-browser.ts";

const links = await openLinkTestApi();

const firstPassword = linkActions.DEFPWD_REGISTER.path;
const usernamePage = linkActions.ASKUSERNAME.path;
const sentPage = "/registration/account-creation/email-sent";
const confirmation = "/create-an-account/confirmation";
const holder = { dobDay: "29", dobMonth: "2", dobYear: "1988", postalCode: "h2x1y4" };
const chosen = { password: validPassword, passwordConfirmation: validPassword, terms: "yes" };
const accountAt = (email: string) => findAccountByEmail(links.testApi.database, { brandId: "belair", email });

describe("a link to choose a first password", () => {
  test("asks for a policyholder's date of birth and postal code, and signs in once", async () => {
    const person = await newPerson(links.testApi);
    const { browser, page } = await links.arrive(person, { action: "DEFPWD_REGISTER" });
    const { main } = await browser.open(page);
    for (const name of ["dobDay", "dobMonth", "dobYear", "postalCode", "password", "passwordConfirmation", "terms"])
      expect(main).toContain(`name="${name}"`);
    expect(main).not.toContain('name="phone"');

    const wrong = await browser.post(page, { ...holder, ...chosen, postalCode: "K1A 0B1" });
    expect([wrong.status, visibleText(wrong)]).toEqual([400, expect.stringContaining(words("fields:dob.wrong", "fr"))]);
    expect(wrong.main).not.toContain(validPassword);
    expect((await browser.post(page, { ...holder, ...chosen })).location).toBe(confirmation);
    expect((await accountAt(person.email))?.email).toBe(person.email);

    expect((await browser.open(confirmation)).status).toBe(200);
    expect((await browser.post(confirmation, {})).main).toMatch(
      /name="ticket"[^>]*value="[\w-]+"|value="[\w-]+"[^>]*name="ticket"/,
    );
    expect((await browser.post(confirmation, {})).location).toBe("/");
    expect((await browser.open("/")).main).toContain(`value="${person.email}"`);
  });

  test("asks for a driver's mobile number, and is revoked at the third wrong one", async () => {
    const person = await newPerson(links.testApi, { role: 80 });
    const order = { action: "DEFPWD_REGISTER", role: 80 } as const;
    const { browser, page, token } = await links.arrive(person, order);
    const { main } = await browser.open(page);
    expect(main).toContain('name="phone"');
    expect(main).not.toContain('name="postalCode"');
    const wrong = { ...chosen, phone: "514-555-9999" };
    for (let wrongResponses = 1; wrongResponses <= 2; wrongResponses++)
      expect(visibleText(await browser.post(page, wrong))).toContain(words("fields:phone.wrong", "fr"));
    expect((await browser.post(page, wrong)).location).toBe("/roadblock/wrong-cellphone");
    expect((await openIn(links, token)).page).toBe("/roadblock/token-expired");
    expect(await accountAt(person.email)).toBeUndefined();
  });

  test("rejects a password with a part of the e-mail, which the page itself does not know", async () => {
    const person = await newPerson(links.testApi);
    const { browser, page } = await links.arrive(person, { action: "DEFPWD_REGISTER" });
    const password = `Xy-${person.email.split("@")[0]}-77`;
    const refused = await browser.post(page, { ...holder, ...chosen, password, passwordConfirmation: password });
    expect(refused.status).toBe(400);
    expect(visibleText(refused)).toContain(words("fields:password.containsEmail", "fr").split(". ")[0]);
  });
});

describe("a link that asks for the account's password", () => {
  test("shows the masked e-mail, and signs in with password, date of birth and postal code", async () => {
    const person = await newPerson(links.testApi);
    await accountOf(links.testApi, person);
    const { browser, page, token } = await links.arrive(person, { action: "ASKPASSWORD" });
    expect((await browser.open(page)).html).not.toContain(person.email);
    const wrong = await browser.post(page, { ...holder, loginPassword: "another one" });
    expect([wrong.status, visibleText(wrong)]).toEqual([
      400,
      expect.stringContaining(words("fields:loginPassword.wrong", "fr")),
    ]);
    expect((await browser.post(page, { ...holder, loginPassword: "Grand-Vent-42" })).location).toBe(page);
    const handOff = await browser.open(page);
    expect(handOff.main).toMatch(/name="ticket"/);
    expect((await openIn(links, token)).page).toBe("/roadblock/token-expired");
  });

  test("lets a driver into the policyholder's account with the driver's mobile number", async () => {
    const owner = await newPerson(links.testApi);
    const accountId = await accountOf(links.testApi, owner);
    const driver = await newPerson(links.testApi, { policy_number: owner.policy.policyNumber, role: 80 });
    const { browser, page } = await links.arrive(driver, { action: "ASKPASSWORD", role: 80 });
    const asked = await browser.open(page);
    expect(visibleText(asked)).toContain(
      words("policyNumberRegistration:passwordValidation.lead.driver.cellPhone", "fr"),
    );
    expect(asked.main).not.toContain('name="postalCode"');
    expect(asked.main).toContain(`href="${policyNumberFlow.IDENTIFICATION.path}"`);
    const response = await browser.post(page, { loginPassword: "Grand-Vent-42", phone: driver.cellPhone });
    expect(response.location).toBe(page);
    const account = await findAccountById(links.testApi.database, accountId);
    expect(account?.email).toBe(owner.email);
  });

  test("is revoked after five wrong passwords, and a new link is sent to the e-mail on file", async () => {
    const person = await newPerson(links.testApi);
    await accountOf(links.testApi, person);
    const { browser, page } = await links.arrive(person, { action: "ASKPASSWORD" });
    let location: string | null = null;
    for (let wrong = 1; wrong <= 5 && location === null; wrong++)
      ({ location } = await browser.post(page, { ...holder, loginPassword: `another ${wrong}` }));
    expect(location).toMatch(/^\/roadblock\/(login-difficulties|forgot-password)$/);
    expect((await mailsTo(links.testApi, person.email)).map(({ kind }) => kind)).toContain("lockedAccount");
    expect((await browser.open(page)).location).toBe("/registration/identification");
  });
});

describe("a link that asks for another user name", () => {
  const typed = (email: string) => ({ email, emailConfirmation: email });

  test("rejects an e-mail that is in use, and sends a link to an unused one, which creates the account", async () => {
    const other = await newPerson(links.testApi);
    await accountOf(links.testApi, other);
    const person = await newPerson(links.testApi);
    const { browser } = await links.arrive(person, { action: "ASKUSERNAME" });
    const taken = await browser.post(usernamePage, typed(other.email));
    expect([taken.status, visibleText(taken)]).toEqual([
      400,
      expect.stringContaining(words("fields:email.alreadyExists", "fr")),
    ]);
    const free = `libre.${person.cellPhone}@courrier.example`;
    expect((await browser.post(usernamePage, typed(free))).location).toBe(sentPage);
    expect(visibleText(await browser.open(sentPage))).toContain(free);
    const [mail] = await mailsTo(links.testApi, free);
    const next = await openIn(links, mail?.token ?? "");
    expect(next.page).toBe(firstPassword);
    expect((await next.browser.post(firstPassword, { ...holder, ...chosen })).location).toBe(confirmation);
    expect(await accountAt(free)).toBeDefined();
    expect(await accountAt(person.email)).toBeUndefined();
  });

  test("sends the link three more times, only the newest of which is valid, and then leads to an agent", async () => {
    const person = await newPerson(links.testApi);
    const { browser } = await links.arrive(person, { action: "ASKUSERNAME" });
    const free = `encore.${person.cellPhone}@courrier.example`;
    await browser.post(usernamePage, typed(free));
    for (let again = 1; again <= 3; again++)
      expect((await browser.post("/registration/account-creation/send-again", {})).location).toBe(sentPage);
    expect(visibleText(await browser.open(sentPage))).toContain(
      words("policyNumberRegistration:emailSent.sentAgain", "fr"),
    );
    const tokens = (await mailsTo(links.testApi, free)).map(({ token }) => token);
    expect(tokens).toHaveLength(4);
    expect((await openIn(links, tokens[0] ?? "")).page).toBe("/roadblock/token-expired");
    expect((await openIn(links, tokens[3] ?? "")).page).toBe(firstPassword);
    expect((await browser.post("/registration/account-creation/send-again", {})).location).toBe(
      "/roadblock/resend-email",
    );
  });
});
