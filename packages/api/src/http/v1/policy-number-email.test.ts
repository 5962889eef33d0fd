import { describe, expect, test } from "vitest";
import { accountOf, linkCaller, linkClients, mailsTo } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../../test/policy-number-registration.ts";
import { dataOf, messagesTo, summaryOf } from "../../../../../test/recovery.ts";
import { codeSentTo, newPerson, otherThan, type TestPerson, validPassword } from "../../../../../test/registration.ts";
import { findAccountByEmail } from "../../accounts/account.store.ts";

const testApi = await openTestApi();
const { links } = linkClients(testApi);

let serial = 0;
const newEmail = () => `choisie${++serial}@courrier.example`;

/** Verified by a PIN, which leads to the question for an e-mail. */
async function askedForEmail() {
  const person = await newPerson(testApi, { pin: "K7M2P9QX" });
  const registrant = new Registrant(testApi);
  const asked = await registrant.proven(testApi, person, { by: "PIN" });
  return { person, registrant, asked, question: asked.twoFactorValidations[0]?.id ?? "" };
}

const registrationLinks = async (email: string) =>
  (await mailsTo(testApi, email)).filter(({ facts }) => facts.action === "DEFPWD_REGISTER");
const createBy = async (token: string, person: TestPerson) => {
  const link = dataOf(await links.read(linkCaller, token));
  if (link.action === "TOKEN_EXPIRED") return link.action;
  return summaryOf(await links.create(linkCaller, link.id, { password: validPassword, ...factsOf(person) }));
};

describe("an e-mail that is asked for", () => {
  test("receives a link to choose a password, and becomes the account's user name", async () => {
    const { person, registrant, asked, question } = await askedForEmail();
    expect(asked).toMatchObject({ action: "ASKEMAIL", email: person.email });
    const email = newEmail();
    expect(await registrant.validate(question, ` ${email.toUpperCase()}`)).toEqual({
      kind: "ok",
      status: 202,
      data: {
        error: false,
        id: expect.any(String),
        twoFactorValidations: [{ id: question, method: "ASKEMAIL" }],
        email: email.toUpperCase(),
        sentAt: expect.any(String),
        resendsLeft: 3,
      },
    });
    const [mail] = await registrationLinks(email);
    expect(await createBy(mail?.token ?? "", person)).toBe("201");
    const account = await findAccountByEmail(testApi.database, { brandId: "belair", email });
    expect(account).toMatchObject({ email, emailAsTyped: email.toUpperCase() });
    // The link created the account, so the registration's own id is no longer valid.
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("404 1404");
  });

  test("receives the link three more times, and the next request is refused", async () => {
    const { registrant, question } = await askedForEmail();
    const email = newEmail();
    await registrant.validate(question, email);
    for (const resendsLeft of [2, 1, 0])
      expect(await registrant.validate(question)).toMatchObject({ status: 202, data: { resendsLeft } });
    expect(summaryOf(await registrant.validate(question))).toBe("403 3002 resend-email");
    expect(await registrationLinks(email)).toHaveLength(4);
  });

  test("replaces a mistyped one, whose link is revoked", async () => {
    const { person, registrant, question } = await askedForEmail();
    const mistyped = newEmail();
    const meant = newEmail();
    await registrant.validate(question, mistyped);
    await registrant.validate(question, meant);
    const [first] = await registrationLinks(mistyped);
    const [second] = await registrationLinks(meant);
    expect(await createBy(first?.token ?? "", person)).toBe("TOKEN_EXPIRED");
    expect(await createBy(second?.token ?? "", person)).toBe("201");
  });

  test("A-065 is refused when malformed, without a message or an attempt", async () => {
    const { registrant, question } = await askedForEmail();
    for (const typed of ["", "maelle", "a@b", `${"x".repeat(80)}@courrier.example`])
      expect(await registrant.validate(question, typed)).toMatchObject({
        status: 400,
        error: { errorCode: 1000, fields: { validationValue: expect.any(String) } },
      });
    expect(summaryOf(await registrant.validate(question, newEmail()))).toBe("202");
  });

  test("is asked for again when none was given yet", async () => {
    const { registrant, question } = await askedForEmail();
    expect(await registrant.validate(question)).toMatchObject({
      status: 240,
      data: { error: false, action: "ASKEMAIL", twoFactorValidations: [{ id: question }] },
    });
  });
});

describe("an e-mail in use by another account", () => {
  test("A-073 is refused with one notice to its owner, and the third attempt ends the registration", async () => {
    const { registrant, question } = await askedForEmail();
    const owner = await newPerson(testApi);
    await accountOf(testApi, owner);
    const twoFactorValidations = [{ id: question, method: "ASKEMAIL" }];
    for (const triesLeft of [2, 1])
      expect(await registrant.validate(question, owner.email)).toMatchObject({
        status: 240,
        data: { error: true, action: "ASKEMAIL", twoFactorValidations, triesLeft },
      });
    expect(summaryOf(await registrant.validate(question, owner.email))).toBe("403 3002 more-than-one-profile");
    expect((await messagesTo(testApi, owner.email)).map(({ kind }) => kind)).toEqual(["alreadyRegistered"]);
    expect(summaryOf(await registrant.validate(question, newEmail()))).toBe("404 1404");
  });

  test("that is also on file leads to a link to choose another user name", async () => {
    const owner = await newPerson(testApi);
    await accountOf(testApi, owner);
    const person = await newPerson(testApi, { email: owner.email });
    const registrant = new Registrant(testApi);
    const asked = await registrant.proven(testApi, person, { by: "SMS" });
    expect(asked.action).toBe("ASKUSERNAME");
    const email = newEmail();
    const question = asked.twoFactorValidations[0]?.id ?? "";
    expect(summaryOf(await registrant.validate(question, email))).toBe("202");
    const [mail] = await registrationLinks(email);
    expect(await createBy(mail?.token ?? "", person)).toBe("201");
  });
});

describe("in the driving programme", () => {
  const licence = { driverLicence: "S5312-290288-07", driverLicenceProvince: "qc", flow: "ubi" } as const;

  test("sends a code in place of a link, and the correct code leads to the password", async () => {
    const person = await newPerson(testApi);
    const registrant = new Registrant(testApi);
    const asked = await registrant.proven(testApi, person, { by: "SMS", ...licence });
    expect(asked.action).toBe("ASKEMAIL");
    const email = newEmail();
    const sent = dataOf(await registrant.validate(asked.twoFactorValidations[0]?.id ?? "", email));
    expect(sent).toMatchObject({ error: false, action: "ASKEMAILCODE", email, resendsLeft: 3 });
    const methodId = sent.twoFactorValidations[0]?.id ?? "";
    expect(sent.twoFactorValidations).toEqual([{ id: methodId, method: "ASKEMAILCODE" }]);
    const code = await codeSentTo(testApi, email);
    expect(await registrant.validate(methodId, otherThan(code))).toMatchObject({
      status: 240,
      data: { error: true, twoFactorValidations: [{ id: methodId, method: "ASKEMAILCODE" }] },
    });
    expect(await registrant.validate(methodId, code)).toMatchObject({ status: 200, data: { email } });
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("201");
  });

  test("sends the code again, and accepts a corrected e-mail", async () => {
    const person = await newPerson(testApi);
    const registrant = new Registrant(testApi);
    const asked = await registrant.proven(testApi, person, { by: "SMS", ...licence });
    const question = asked.twoFactorValidations[0]?.id ?? "";
    const mistyped = newEmail();
    const meant = newEmail();
    const first = dataOf(await registrant.validate(question, mistyped)).twoFactorValidations[0]?.id ?? "";
    await testApi.moveClock(30);
    expect(await registrant.validate(first)).toMatchObject({ status: 202, data: { action: "ASKEMAILCODE" } });
    const second = dataOf(await registrant.validate(question, meant)).twoFactorValidations[0]?.id ?? "";
    expect(summaryOf(await registrant.validate(first, await codeSentTo(testApi, mistyped)))).toBe("404 1404");
    expect(await registrant.validate(second, await codeSentTo(testApi, meant))).toMatchObject({
      status: 200,
      data: { email: meant },
    });
  });

  test("A-071 asks a driver whose only number cannot receive texts for an e-mail, then for that number", async () => {
    const cells = { role: 80 as const, ubi: true, email: null, email_typed: null, cell_phone: "8005550142" };
    const driver = await newPerson(testApi, cells);
    const registrant = new Registrant(testApi);
    const found = await registrant.found(driver);
    expect(found).toMatchObject({ ubi: true, twoFactorValidations: [{ method: "ASKEMAIL" }] });
    expect(found.twoFactorValidations).toHaveLength(1);
    const email = newEmail();
    const sent = dataOf(await registrant.validate(registrant.methodId("ASKEMAIL"), email));
    const methodId = sent.twoFactorValidations[0]?.id ?? "";
    expect(summaryOf(await registrant.create({ cellPhone: driver.cellPhone }))).toBe("404 1404");
    expect(await registrant.validate(methodId, await codeSentTo(testApi, email))).toMatchObject({
      status: 200,
      data: { email, identityFact: "cellPhone" },
    });
    expect(summaryOf(await registrant.create(factsOf(driver)))).toBe("400 1000");
    expect(summaryOf(await registrant.create({ cellPhone: driver.cellPhone }))).toBe("201");
  });
});
