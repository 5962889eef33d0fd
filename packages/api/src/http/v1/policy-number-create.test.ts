import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../../test/policy-number-registration.ts";
import { dataOf, messagesTo, summaryOf } from "../../../../../test/recovery.ts";
import { codeSentTo, newPerson, type TestPerson } from "../../../../../test/registration.ts";
import { redeemTicket, testAccount } from "../../../../../test/test-api.ts";
import { buildApi } from "../../build-api.ts";

const testApi = await openTestApi();

/** Verified by a code to the e-mail on file, so that a password can be chosen. */
async function mayCreate(cells: Parameters<typeof newPerson>[1] = {}) {
  const person = await newPerson(testApi, cells);
  const registrant = new Registrant(testApi);
  const proven = await registrant.proven(testApi, person);
  return { person, registrant, proven };
}

const accountsOf = async ({ personKey }: TestPerson) =>
  (
    await testApi.pool.query(
      `select a.id, a.email, array_agg(p.policy_number order by p.policy_number) as policies
       from account a join account_policy p on p.account_id = a.id where a.person_key = $1 group by a.id`,
      [personKey],
    )
  ).rows;

describe("a created account", () => {
  test("has all policies of the person, a welcome message, an audit event and a working ticket", async () => {
    const { person, registrant } = await mayCreate({ pin: "K7M2P9QX" });
    const { firstName, lastName, dateOfBirth } = person.policy;
    const names = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth };
    const second = await newPerson(testApi, { ...names, email: person.email });
    const result = await registrant.create(factsOf(person));
    expect(result).toEqual({ kind: "ok", status: 201, data: { email: person.email, ticket: expect.any(String) } });
    const [account] = await accountsOf(person);
    const policies = [person.policy.policyNumber, second.policy.policyNumber].sort();
    expect(account).toEqual({ id: expect.any(String), email: person.email, policies });
    expect((await messagesTo(testApi, person.email)).map(({ kind }) => kind)).toEqual(["welcome", "registrationCode"]);
    const { rows: trail } = await testApi.pool.query("select event, actor from audit_event where account_id = $1", [
      account.id,
    ]);
    expect(trail).toEqual([{ event: "account.created", actor: "person" }]);
    const data = dataOf(result);
    const ticket = "ticket" in data ? data.ticket : "";
    expect(await redeemTicket(testApi.deps, ticket)).toEqual({ accountId: account.id });
    expect(await testApi.deps.directory.findById(person.rowId)).toMatchObject({ pinSpent: true });
  });

  test("A-043 ends the registration, and a repeated request answers 1405", async () => {
    const { person, registrant } = await mayCreate();
    await registrant.create(factsOf(person));
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("404 1405");
    expect(summaryOf(await registrant.create({ ...factsOf(person), password: "Autre-Vent-42" }))).toBe("404 1405");
    expect(summaryOf(await registrant.validate(registrant.methodId("EMAIL")))).toBe("404 1404");
    expect(summaryOf(await registrant.authenticate({ password: "Grand-Vent-42" }))).toBe("404 1404");
  });

  test("A-086 stores which terms were accepted, in which language and whether French came first, or nothing", async () => {
    const termsOf = async ({ personKey }: TestPerson) =>
      (
        await testApi.pool.query(
          "select terms_version, terms_language, terms_french_first, terms_accepted_at from account where person_key = $1",
          [personKey],
        )
      ).rows;
    const agreed = await mayCreate();
    const silent = await mayCreate();
    expect(summaryOf(await agreed.registrant.create({ ...factsOf(agreed.person), terms: true }))).toBe("201");
    expect(await termsOf(agreed.person)).toEqual([
      {
        terms_version: expect.any(String),
        terms_language: "fr",
        terms_french_first: true,
        terms_accepted_at: expect.any(Date),
      },
    ]);
    const refused = { ...factsOf(silent.person), terms: false } as never;
    expect(await silent.registrant.create(refused)).toMatchObject({
      status: 400,
      error: { fields: { terms: "format" } },
    });
    expect(summaryOf(await silent.registrant.create(factsOf(silent.person)))).toBe("201");
    expect(await termsOf(silent.person)).toEqual([
      { terms_version: null, terms_language: null, terms_french_first: null, terms_accepted_at: null },
    ]);
  });

  test("A-056 is one in ten concurrent requests", async () => {
    const { person, registrant } = await mayCreate();
    const results = await Promise.all(Array.from({ length: 10 }, () => registrant.create(factsOf(person))));
    expect(results.filter((result) => summaryOf(result) === "201")).toHaveLength(1);
    expect(new Set(results.map(summaryOf))).toEqual(new Set(["201", "404 1405"]));
    expect(await accountsOf(person)).toHaveLength(1);
    expect((await messagesTo(testApi, person.email)).filter(({ kind }) => kind === "welcome")).toHaveLength(1);
  });

  test("A-056 is one when two registrations of one person finish at once", async () => {
    const { person, registrant } = await mayCreate();
    const other = new Registrant(testApi);
    await other.proven(testApi, person);
    const results = await Promise.all([registrant, other].map((one) => one.create(factsOf(person))));
    expect(results.map(summaryOf).sort()).toEqual(["201", "240"]);
    const existingAccount = {
      error: false,
      action: "WELCOME_BACK",
      email: person.email,
      firstName: person.policy.firstName,
    };
    expect(results).toContainEqual(
      expect.objectContaining({ status: 240, data: expect.objectContaining(existingAccount) }),
    );
    expect(await accountsOf(person)).toHaveLength(1);
  });

  test("from another browser is reported with its e-mail once, and without it to a repeated request", async () => {
    const { person, registrant } = await mayCreate();
    const other = new Registrant(testApi);
    await other.proven(testApi, person);
    expect(summaryOf(await other.create(factsOf(person)))).toBe("201");
    const created = await registrant.create(factsOf(person));
    expect(created).toMatchObject({ status: 240, data: { action: "WELCOME_BACK", email: person.email } });
    const twice = await registrant.create(factsOf(person));
    expect(twice).toMatchObject({ status: 240, data: { action: "WELCOME_BACK", error: true } });
    expect(JSON.stringify(twice)).not.toContain(person.email);
  });

  test("is refused under an e-mail taken in the meantime, and can be retried", async () => {
    const { person, registrant } = await mayCreate();
    const accountId = await accountOf(testApi, await newPerson(testApi), { email: person.email });
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("400 4001");
    await testApi.pool.query("delete from account where id = $1", [accountId]);
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("201");
  });
});

describe("the identity question with the password", () => {
  test("ends the registration with the roadblock after three wrong answers", async () => {
    const { person, registrant } = await mayCreate();
    const wrong = { ...factsOf(person), postalCode: "G1R 4S9" };
    for (const triesLeft of [2, 1])
      expect(await registrant.create(wrong)).toMatchObject({
        status: 400,
        error: { errorCode: 1002, fields: { postalCode: "wrong", dateOfBirth: "wrong" }, triesLeft },
      });
    expect(summaryOf(await registrant.create(wrong))).toBe("400 1003 login-difficulties");
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("404 1404");
    expect(await accountsOf(person)).toEqual([]);
  });

  test("asks a driver for the mobile number, and locks out for a day after three wrong ones, in other registrations too", async () => {
    const { person: driver, registrant, proven } = await mayCreate({ role: 80 });
    expect(proven.identityFact).toBe("cellPhone");
    expect(await registrant.create(factsOf(driver))).toMatchObject({
      status: 400,
      error: { errorCode: 1000, fields: { cellPhone: "required" } },
    });
    for (let turn = 0; turn < 2; turn++)
      expect(summaryOf(await registrant.create({ cellPhone: "514-555-9999" }))).toBe("400 1002");
    expect(await registrant.create({ cellPhone: "514-555-9999" })).toMatchObject({
      error: { errorCode: 1003, roadblock: "wrong-cellphone", until: expect.any(String) },
    });
    const next = new Registrant(testApi);
    await next.proven(testApi, driver);
    expect(summaryOf(await next.create({ cellPhone: driver.cellPhone }))).toBe("400 1003 wrong-cellphone");
    await testApi.moveClock(86_400);
    const later = new Registrant(testApi);
    await later.proven(testApi, driver);
    expect(summaryOf(await later.create({ cellPhone: driver.cellPhone }))).toBe("201");
  });
});

describe("a driver under a brand with an optional mobile number", () => {
  const { brands: book } = testApi.deps;
  const { defaultBrand } = book;
  const brand = { ...defaultBrand, features: { ...defaultBrand.features, mobileOptional: true } };
  const api = buildApi({ ...testApi.deps, brands: { ...book, byApiKey: () => brand } });

  test("may leave it out, and is refused with a wrong one", async () => {
    const driver = await newPerson(testApi, { role: 80 });
    const registrant = new Registrant({ ...testApi, apis: [api, api] });
    await registrant.proven(testApi, driver);
    expect(summaryOf(await registrant.create({ cellPhone: "514-555-9999" }))).toBe("400 1002");
    expect(summaryOf(await registrant.create({ cellPhone: "514" }))).toBe("400 1000");
    expect(summaryOf(await registrant.create({ cellPhone: " - " }))).toBe("201");
  });

  test("still answers the other facts where none is on file", async () => {
    const driver = await newPerson(testApi, { role: 80, cell_phone: null });
    const registrant = new Registrant({ ...testApi, apis: [api, api] });
    expect((await registrant.proven(testApi, driver)).identityFact).toBe("postalCodeAndDateOfBirth");
    expect(summaryOf(await registrant.create({}))).toBe("400 1000");
  });
});

test.each([
  ["no password", "", "1000", "required"],
  ["a short one", "Court-1", "2002", "minlength"],
  ["a character outside the accepted ones", "Grand-Vent-€42", "2003", "invalidCharacter"],
  ["a part of the e-mail", "Fleuve-Courrier-42", "2002", "containsEmail"],
  ["a common one", "P@ssw0rd123", "2002", "common"],
])("can be retried when the password is refused: %s", async (_what, password, errorCode, key) => {
  const { person, registrant } = await mayCreate();
  const result = await registrant.create({ ...factsOf(person), password });
  expect(summaryOf(result)).toBe(`400 ${errorCode}`);
  expect(result).toMatchObject({ error: { fields: { password: key } } });
  expect(summaryOf(await registrant.create(factsOf(person)))).toBe("201");
});

describe("no account is created", () => {
  test("A-035 before verification, or with another person's verification", async () => {
    const victim = await newPerson(testApi);
    const other = await mayCreate();
    const unproven = new Registrant(testApi);
    await unproven.found(victim);
    await unproven.validate(unproven.methodId("EMAIL"));
    expect(summaryOf(await unproven.create(factsOf(victim)))).toBe("404 1404");
    expect(summaryOf(await unproven.authenticate({ password: "Grand-Vent-42" }))).toBe("404 1404");
    expect(
      summaryOf(await other.registrant.validate(unproven.methodId("EMAIL"), await codeSentTo(testApi, victim.email))),
    ).toBe("404 1404");
    expect(summaryOf(await other.registrant.validate(unproven.methodId("SMS")))).toBe("404 1404");
    expect(await accountsOf(victim)).toEqual([]);
  });

  test("A-122 A-157 under another brand, with an id of another flow, or with an added e-mail field", async () => {
    const { person, registrant } = await mayCreate();
    const elsewhere = new Registrant(testApi, { apiKey: "intact" });
    elsewhere.id = registrant.id;
    expect(summaryOf(await elsewhere.create(factsOf(person)))).toBe("404 1404");
    expect(summaryOf(await elsewhere.validate(registrant.methodId("EMAIL")))).toBe("404 1404");
    for (const id of ["x", "00000000-0000-4000-8000-000000000000"]) {
      elsewhere.id = id;
      expect(summaryOf(await elsewhere.create(factsOf(person)))).toBe("404 1404");
      expect(summaryOf(await elsewhere.validate(registrant.methodId("EMAIL"), "123456"))).toBe("404 1404");
    }
    const smuggled = { ...factsOf(person), email: "autre@courrier.example" };
    expect(await registrant.create(smuggled)).toMatchObject({ error: { fields: { email: "unknown" } } });
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("201");
  });

  test("after 15 idle minutes, or 30 minutes after the start", async () => {
    const idle = await mayCreate();
    await testApi.moveClock(15 * 60 + 1);
    expect(summaryOf(await idle.registrant.create(factsOf(idle.person)))).toBe("404 1404");
    const person = await newPerson(testApi);
    const busy = new Registrant(testApi);
    await busy.found(person);
    for (let turn = 0; turn < 3; turn++) {
      await testApi.moveClock(9 * 60);
      expect(summaryOf(await busy.validate(busy.methodId("EMAIL")))).toBe("202");
    }
    await testApi.moveClock(3 * 60 + 1);
    expect(summaryOf(await busy.validate(busy.methodId("EMAIL"), await codeSentTo(testApi, person.email)))).toBe(
      "404 1404",
    );
  });

  test("A-055 once the person is off the policy", async () => {
    const { person, registrant } = await mayCreate();
    await testApi.pool.query("delete from book_row where id = $1", [person.rowId]);
    expect(summaryOf(await registrant.create(factsOf(person)))).toBe("404 1404");
  });
});

test("shows an account holder the account's e-mail after a correct code, and adds the policy", async () => {
  const person = await newPerson(testApi);
  const email = "deja.inscrite@courrier.example";
  const { firstName, lastName, dateOfBirth } = person.policy;
  const accountId = await testAccount(testApi, {
    ...{ email, password: "Grand-Vent-42", personKey: person.personKey, firstName, lastName, dateOfBirth },
    proven: { contacts: [person.email], personIds: [] },
    policies: [{ company: "belair", policyNumber: "AAA0000", role: 40 }],
  });
  const registrant = new Registrant(testApi);
  expect(await registrant.proven(testApi, person)).toEqual({
    error: false,
    id: expect.any(String),
    twoFactorValidations: [],
    action: "WELCOME_BACK",
    email,
    firstName: "Maëlle",
    policyProvince: "qc",
  });
  expect(await accountsOf(person)).toEqual([
    { id: accountId, email, policies: ["AAA0000", person.policy.policyNumber].sort() },
  ]);
  // Creating an account afterwards returns the same action, without the e-mail.
  const created = await registrant.create(factsOf(person));
  expect(created).toMatchObject({ status: 240, data: { error: true, action: "WELCOME_BACK" } });
  expect(JSON.stringify(created)).not.toContain(email);
});
